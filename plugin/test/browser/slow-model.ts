// An OpenAI-compatible model that answers word by word, as slowly as a test wants.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export class SlowModel {
  /** Authorization headers of the requests, in the order of their arrival. */
  readonly keys: string[] = [];
  private readonly server: Server;
  private stream: ServerResponse | null = null;
  private arrived: () => void = () => undefined;

  constructor() {
    this.server = createServer((request, response) => {
      this.keys.push(request.headers.authorization ?? "");
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      this.stream = response;
      this.arrived();
    });
  }

  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`));
    });
  }

  /** Resolves when the daemon has asked. */
  asked(): Promise<void> {
    return this.stream === null ? new Promise((resolve) => (this.arrived = resolve)) : Promise.resolve();
  }

  say(content: string): void {
    this.event({ choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] });
  }

  finish(): void {
    this.event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    this.stream?.end("data: [DONE]\n\n");
    this.stream = null;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private event(data: object): void {
    const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "slow", ...data };
    this.stream?.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
}
