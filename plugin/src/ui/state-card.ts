// Says what state the daemon is in when it is not simply ready, and what to do about it.
import type { DaemonState, Failure } from "../daemon/state";
import { unblockCommand } from "../daemon/unblock";
import { button } from "./element";
import type { Host } from "./host";

export interface DaemonControl {
  start(): void;
  log(): string;
  pauseIndexing(): void;
  resumeIndexing(): void;
}

interface Content {
  icon: string;
  title: string;
  text: string;
  busy?: boolean;
  failure?: Failure;
  canStart?: boolean;
}

export class StateCard {
  readonly el: HTMLElement;
  private logShown = false;

  constructor(
    parent: HTMLElement,
    private readonly host: Host,
    private readonly control: DaemonControl,
  ) {
    this.el = parent.createDiv({ cls: "ibid-state ibid-hidden", attr: { role: "status" } });
  }

  /** Draws the state; nothing when the daemon is ready. */
  update(state: DaemonState): void {
    const content = contentOf(state, this.host);
    this.el.empty();
    this.el.toggleClass("ibid-hidden", content === null);
    if (content === null) return;
    this.el.toggleClass("is-busy", content.busy === true);
    this.el.toggleClass("is-failed", content.failure !== undefined);
    this.el.dataset["state"] = state.kind === "failed" ? state.failure.reason : state.kind;
    this.drawHead(content);
    if (content.failure !== undefined) this.drawFailure(content.failure);
    else if (content.canStart === true) this.actions([this.startButton(this.host.text.state.start)]);
  }

  private drawHead(content: Content): void {
    this.host.icon(this.el.createDiv({ cls: "ibid-state-icon" }), content.icon);
    this.el.createDiv({ cls: "ibid-state-title", text: content.title });
    this.el.createDiv({ cls: "ibid-state-text", text: content.text });
  }

  private drawFailure(failure: Failure): void {
    const text = this.host.text.state;
    switch (failure.reason) {
      case "missing":
        if (failure.configured === "") this.drawSteps(text.missingSteps);
        this.actions([this.startButton(text.check), this.downloadButton(), this.settingsButton()]);
        return;
      case "outdated":
        this.actions([this.startButton(text.check), this.downloadButton()]);
        return;
      case "foreign":
        this.actions([this.startButton(text.check), this.settingsButton()]);
        return;
      case "blocked":
        this.drawCommand(unblockCommand(failure.path, failure.platform));
        this.actions([this.startButton(text.check)]);
        return;
      case "crashed":
        this.actions([this.startButton(text.restart), this.logButton()]);
        if (this.logShown) this.drawLog();
    }
  }

  private drawSteps(steps: readonly string[]): void {
    const list = this.el.createEl("ol", { cls: "ibid-state-steps" });
    for (const step of steps) list.createEl("li", { text: step });
  }

  private drawCommand(command: string): void {
    const box = this.el.createDiv({ cls: "ibid-command" });
    box.createEl("code", { text: command });
    const label = this.host.text.state.copyCommand;
    button(box, this.host, { cls: "clickable-icon", icon: "copy", label, onClick: () => this.host.copy(command) });
  }

  private drawLog(): void {
    const text = this.host.text.state;
    const log = this.control.log();
    this.el.createEl("pre", { cls: "ibid-log", text: log || text.emptyLog, attr: { tabindex: "0" } });
    button(this.el, this.host, { cls: "ibid-copy-log", text: text.copyLog, onClick: () => this.host.copy(log) });
  }

  private actions(buttons: ((parent: HTMLElement) => void)[]): void {
    const row = this.el.createDiv({ cls: "ibid-state-actions" });
    for (const add of buttons) add(row);
  }

  private startButton(label: string): (parent: HTMLElement) => void {
    return (parent) => button(parent, this.host, { cls: "mod-cta", text: label, onClick: () => this.control.start() });
  }

  private settingsButton(): (parent: HTMLElement) => void {
    const { settings } = this.host.text.state;
    return (parent) => button(parent, this.host, { cls: "", text: settings, onClick: () => this.host.openSettings() });
  }

  private downloadButton(): (parent: HTMLElement) => void {
    const { download } = this.host.text.state;
    return (parent) => button(parent, this.host, { cls: "", text: download, onClick: () => this.host.openDownloads() });
  }

  private logButton(): (parent: HTMLElement) => void {
    const text = this.host.text.state;
    return (parent) =>
      button(parent, this.host, {
        cls: "ibid-toggle-log",
        text: this.logShown ? text.hideLog : text.showLog,
        onClick: () => this.toggleLog(),
      });
  }

  private toggleLog(): void {
    const text = this.host.text.state;
    this.logShown = !this.logShown;
    this.el.querySelector(".ibid-toggle-log")?.setText(this.logShown ? text.hideLog : text.showLog);
    if (this.logShown) this.drawLog();
    else for (const el of this.el.querySelectorAll(".ibid-log, .ibid-copy-log")) el.remove();
  }
}

function contentOf(state: DaemonState, host: Host): Content | null {
  const text = host.text.state;
  switch (state.kind) {
    case "ready":
      return null;
    case "stopped":
      return { icon: "power", title: text.stopped, text: text.stoppedDesc, canStart: true };
    case "starting":
      return { icon: "loader-circle", title: text.starting, text: text.startingDesc, busy: true };
    case "reconnecting":
      return {
        icon: "loader-circle",
        title: text.reconnecting,
        text: text.reconnectingDesc(state.attempt, state.attempts),
        busy: true,
      };
    case "failed":
      return { ...failureContent(state.failure, host), failure: state.failure };
  }
}

function failureContent(failure: Failure, host: Host): Content {
  const text = host.text.state;
  switch (failure.reason) {
    case "missing":
      return failure.configured === ""
        ? { icon: "download", title: text.missing, text: text.missingDesc }
        : { icon: "search-x", title: text.notFound, text: text.missingAt(failure.configured) };
    case "outdated":
      return { icon: "circle-arrow-up", title: text.outdated, text: text.outdatedDesc(failure.found, failure.needed, failure.path) };
    case "foreign":
      return { icon: "info", title: text.foreign, text: text.foreignDesc(failure.path, failure.said) };
    case "blocked":
      return { icon: "shield-alert", title: text.blocked, text: blockedText(failure.platform, host) };
    case "crashed":
      return { icon: "triangle-alert", title: text.crashed, text: text.crashedDesc(failure.exit) };
  }
}

function blockedText(platform: NodeJS.Platform, host: Host): string {
  const text = host.text.state;
  if (platform === "darwin") return text.blockedMac;
  return platform === "win32" ? text.blockedWindows : text.blockedUnix;
}
