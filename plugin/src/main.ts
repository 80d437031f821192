// The plugin's life: what it registers when Obsidian loads it, and what it ends when it goes.
import { FileSystemAdapter, getLanguage, Notice, Plugin, type WorkspaceLeaf } from "obsidian";
import type { ConfigSetParams } from "../../protocol/ts/protocol.gen";
import { noteName } from "./chat/citations";
import { thisMachine } from "./daemon/machine";
import { canPause, canResume, type DaemonState } from "./daemon/state";
import { Supervisor } from "./daemon/supervisor";
import { messagesFor, type Messages } from "./i18n";
import { CHAT_VIEW, ChatView } from "./obsidian/chat-view";
import { flashExtension } from "./obsidian/flash";
import { IbidSettingTab } from "./obsidian/settings-tab";
import { fillStatusBar } from "./obsidian/status-bar";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "./settings";

/** Settings are typed letter by letter: they take effect once the typing rests for this many milliseconds. */
const APPLY_AFTER_MS = 800;

export default class IbidPlugin extends Plugin {
  override settings: Settings = DEFAULT_SETTINGS;
  private readonly text: Messages = messagesFor(getLanguage());
  private supervisor: Supervisor | null = null;
  private applyTimer = 0;

  override async onload(): Promise<void> {
    this.settings = readSettings(await this.loadData());
    const vault = this.vaultFolder();
    if (vault === null) return;
    const supervisor = this.createSupervisor(vault);
    this.supervisor = supervisor;
    this.registerViews(supervisor, vault);
    this.registerCommands(supervisor);
    this.registerIndexCommands(supervisor);
    this.registerEditorExtension(flashExtension);
    this.addSettingTab(
      new IbidSettingTab(this.app, this, {
        text: this.text,
        settings: this.settings,
        change: (change) => this.changeSettings(change),
        check: () => supervisor.check(),
      }),
    );
    this.app.workspace.onLayoutReady(() => void supervisor.start());
  }

  override onunload(): void {
    window.clearTimeout(this.applyTimer);
    void this.supervisor?.stop();
  }

  private vaultFolder(): string | null {
    const { adapter } = this.app.vault;
    return adapter instanceof FileSystemAdapter ? adapter.getBasePath() : null;
  }

  private createSupervisor(vault: string): Supervisor {
    return new Supervisor({
      machine: thisMachine(),
      vault,
      pluginVersion: this.manifest.version,
      path: () => this.settings.daemonPath,
      config: () => this.daemonConfig(),
    });
  }

  private registerViews(supervisor: Supervisor, vault: string): void {
    const setup = {
      supervisor,
      vault,
      text: this.text,
      openSettings: () => this.openSettings(),
      pauseIndexing: () => void this.attempt(() => supervisor.pauseIndexing()),
      resumeIndexing: () => void this.attempt(() => supervisor.resumeIndexing()),
    };
    this.registerView(CHAT_VIEW, (leaf) => new ChatView(leaf, setup));
    this.registerHoverLinkSource(CHAT_VIEW, { display: this.text.chat.title, defaultMod: false });
    this.addRibbonIcon("quote", this.text.status.open, () => void this.openChat());
    const item = this.addStatusBarItem();
    this.register(fillStatusBar(item, supervisor.state, this.text, () => void this.openChat()));
  }

  private registerCommands(supervisor: Supervisor): void {
    const { command } = this.text;
    this.addCommand({ id: "open-chat", name: command.openChat, callback: () => void this.openChat() });
    this.addCommand({ id: "new-chat", name: command.newChat, callback: () => void this.openChat().then((view) => view?.newChat()) });
    this.addCommand({ id: "restart", name: command.restart, callback: () => void supervisor.start() });
    this.addCommand({
      id: "ask-about-note",
      name: command.askAboutNote,
      checkCallback: (checking) => {
        const file = this.app.workspace.getActiveFile();
        if (file?.extension !== "md") return false;
        if (!checking) void this.openChat().then((view) => view?.askAbout({ path: file.path, name: noteName(file.path) }));
        return true;
      },
    });
  }

  /** Commands that are in the palette only while they have something to do. */
  private registerIndexCommands(supervisor: Supervisor): void {
    const { command } = this.text;
    const add = (id: string, name: string, applies: (state: DaemonState) => boolean, act: () => Promise<void>): void => {
      this.addCommand({
        id,
        name,
        checkCallback: (checking) => {
          if (!applies(supervisor.state.get())) return false;
          if (!checking) void this.attempt(act);
          return true;
        },
      });
    };
    add("pause-indexing", command.pauseIndexing, canPause, () => supervisor.pauseIndexing());
    add("resume-indexing", command.resumeIndexing, canResume, () => supervisor.resumeIndexing());
  }

  /** Shows the chat that is there, or opens one in the right sidebar. */
  private async openChat(): Promise<ChatView | null> {
    const { workspace } = this.app;
    let leaf: WorkspaceLeaf | null = workspace.getLeavesOfType(CHAT_VIEW)[0] ?? null;
    if (leaf === null) {
      leaf = workspace.getRightLeaf(false);
      await leaf?.setViewState({ type: CHAT_VIEW, active: true });
    }
    if (leaf === null) return null;
    await workspace.revealLeaf(leaf);
    const view = leaf.view instanceof ChatView ? leaf.view : null;
    view?.focusComposer();
    return view;
  }

  private async changeSettings(change: Partial<Settings>): Promise<void> {
    const restart = change.daemonPath !== undefined;
    Object.assign(this.settings, change);
    await this.saveData(this.settings);
    window.clearTimeout(this.applyTimer);
    this.applyTimer = window.setTimeout(() => void this.apply(restart), APPLY_AFTER_MS);
  }

  private apply(restart: boolean): Promise<void> {
    return this.attempt(async () => (restart ? this.supervisor?.start() : this.supervisor?.applyConfig()));
  }

  /** Does it, and says why when it cannot be done. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      new Notice(error instanceof Error ? error.message : String(error));
    }
  }

  /** The model for the daemon; the key comes out of Obsidian's secret storage only now. */
  private daemonConfig(): ConfigSetParams {
    const { provider, model, baseUrl, keySecret } = this.settings;
    const key = keySecret === "" ? "" : (this.app.secretStorage.getSecret(keySecret) ?? "");
    return { provider: provider === "" ? "offline" : provider, model, baseUrl, key };
  }

  private openSettings(): void {
    // Opening a plugin's own settings is not in the typed API; where it is missing, nothing happens.
    const { setting } = this.app as typeof this.app & { setting?: { open(): void; openTabById(id: string): void } };
    setting?.open();
    setting?.openTabById(this.manifest.id);
  }
}
