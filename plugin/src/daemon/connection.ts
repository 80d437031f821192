// The wire to one running daemon: ACP v1 by the official client, plus the `_ibid` methods.
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientConnection,
  type ContentBlock,
  type InitializeResponse,
  type PromptResponse,
  type SessionNotification,
} from "@agentclientprotocol/sdk";
import {
  METHODS,
  NOTIFICATIONS,
  type ConfigSetParams,
  type IndexStatusResult,
  type Notifications,
  type Requests,
} from "../../../protocol/ts/protocol.gen";

/** What the daemon tells unasked. */
export interface Listener {
  onUpdate(notification: SessionNotification): void;
  onIndexProgress(event: Notifications[typeof NOTIFICATIONS.indexProgress]): void;
  onIndexChanged(): void;
}

/** An open connection. Every method rejects once the daemon is gone. */
export class Connection {
  readonly closed: Promise<void>;
  private readonly acp: ClientConnection;

  constructor(input: WritableStream<Uint8Array>, output: ReadableStream<Uint8Array>, listener: Listener) {
    this.acp = client({ name: "ibid-obsidian" })
      .onNotification(methods.client.session.update, ({ params }) => listener.onUpdate(params))
      // Nobody can be asked yet: a request to change notes is declined, never granted silently.
      .onRequest(methods.client.session.requestPermission, () => ({ outcome: { outcome: "cancelled" } }))
      .onNotification(NOTIFICATIONS.indexProgress, trusted<typeof NOTIFICATIONS.indexProgress>, ({ params }) =>
        listener.onIndexProgress(params),
      )
      .onNotification(NOTIFICATIONS.indexChanged, trusted<typeof NOTIFICATIONS.indexChanged>, () =>
        listener.onIndexChanged(),
      )
      // Newer daemons may tell more than this plugin listens to.
      .onNotification("*", () => undefined)
      .connect(ndJsonStream(input, output));
    this.closed = this.acp.closed;
  }

  initialize(pluginVersion: string): Promise<InitializeResponse> {
    return this.acp.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: "ibid-obsidian", title: "Ibid for Obsidian", version: pluginVersion },
      clientCapabilities: {
        fs: { readTextFile: false, writeTextFile: false },
        terminal: false,
        _meta: { ibid: { version: 1, features: [] } },
      },
    });
  }

  async newSession(vault: string): Promise<string> {
    const { sessionId } = await this.acp.agent.request(methods.agent.session.new, { cwd: vault, mcpServers: [] });
    return sessionId;
  }

  /** Opens a stored session; its messages arrive as updates before this resolves. */
  async loadSession(sessionId: string, vault: string): Promise<void> {
    await this.acp.agent.request(methods.agent.session.load, { sessionId, cwd: vault, mcpServers: [] });
  }

  prompt(sessionId: string, prompt: ContentBlock[]): Promise<PromptResponse> {
    return this.acp.agent.request(methods.agent.session.prompt, { sessionId, prompt });
  }

  cancel(sessionId: string): Promise<void> {
    return this.acp.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  indexStatus(): Promise<IndexStatusResult> {
    return this.extension(METHODS.indexStatus, {});
  }

  pauseIndexing(): Promise<IndexStatusResult> {
    return this.extension(METHODS.indexPause, {});
  }

  /** Resolves when the vault has been looked at again, which may take a while; progress is told meanwhile. */
  resumeIndexing(): Promise<IndexStatusResult> {
    return this.extension(METHODS.indexResume, {});
  }

  async configure(config: ConfigSetParams): Promise<void> {
    await this.extension(METHODS.configSet, config);
  }

  close(): void {
    this.acp.close();
  }

  private extension<M extends keyof Requests>(method: M, params: Requests[M]["params"]): Promise<Requests[M]["result"]> {
    return this.acp.agent.request(method, params);
  }
}

/** The daemon and the plugin share generated types, so what it sends is taken at its word. */
function trusted<N extends keyof Notifications>(params: unknown): Notifications[N] {
  return params as Notifications[N];
}
