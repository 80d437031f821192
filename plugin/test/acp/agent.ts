// The official client on the real daemon, with every line checked on the way.
import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { client, methods, ndJsonStream, type ClientConnection, type SessionUpdate } from "@agentclientprotocol/sdk";
import { daemonBinary, daemonEnv } from "../support/daemon";
import { Conformance, type Message } from "./schema";

export interface Agent {
  connection: ClientConnection;
  conformance: Conformance;
  /** All updates in the order of their arrival. */
  updates: SessionUpdate[];
  /** What came on stdout besides frames, and all of stderr. */
  stderr: () => string;
  /** Closes the daemon's input and resolves with its exit code. */
  end(): Promise<number | null>;
}

export function startAgent(vault: string, home: string): Agent {
  const child = spawn(daemonBinary(), ["serve", "--vault", vault], { env: daemonEnv(home) });
  const conformance = new Conformance();
  const updates: SessionUpdate[] = [];
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const { readable, writable } = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    output.pipeThrough(eachLine((line) => conformance.received(line))),
  );
  const sent = new TransformStream<Message, Message>({
    transform(message, controller) {
      conformance.sent(message);
      controller.enqueue(message);
    },
  });
  void sent.readable.pipeTo(writable as unknown as WritableStream<Message>).catch(() => undefined);
  const connection = client({ name: "conformance" })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, () => ({ outcome: { outcome: "cancelled" } }))
    .onNotification("*", () => undefined)
    .connect({ readable, writable: sent.writable });
  return {
    connection,
    conformance,
    updates,
    stderr: () => stderr,
    end: () => {
      child.stdin.end();
      return exited;
    },
  };
}

/** Passes bytes on unchanged and shows each complete line. */
function eachLine(see: (line: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") see(line);
      controller.enqueue(chunk);
    },
  });
}
