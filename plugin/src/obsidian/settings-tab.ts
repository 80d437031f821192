// The settings, as definitions that Obsidian draws and searches.
import { PluginSettingTab, SecretComponent, type App, type Plugin, type Setting, type SettingDefinitionItem } from "obsidian";
import type { Probe } from "../daemon/probe";
import { failureText, type Messages } from "../i18n";
import type { Settings } from "../settings";

/** What the tab does with the rest of the plugin. */
export interface SettingsOwner {
  settings: Settings;
  text: Messages;
  /** Stores a changed setting and puts it into effect. */
  change(change: Partial<Settings>): Promise<void>;
  check(): Promise<Probe>;
}

export class IbidSettingTab extends PluginSettingTab {
  constructor(
    app: App,
    plugin: Plugin,
    private readonly owner: SettingsOwner,
  ) {
    super(app, plugin);
    this.icon = "quote";
  }

  override getControlValue(key: string): unknown {
    return this.owner.settings[key as keyof Settings];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    await this.owner.change({ [key]: value });
    if (key === "provider") this.update();
  }

  override getSettingDefinitions(): SettingDefinitionItem<keyof Settings>[] {
    const { settings: text } = this.owner.text;
    return [
      { type: "group", heading: text.daemon, items: this.daemonItems() },
      { type: "group", heading: text.model, items: this.modelItems() },
      { name: text.privacy, searchable: false },
    ] as SettingDefinitionItem<keyof Settings>[];
  }

  private daemonItems(): SettingDefinitionItem<keyof Settings>[] {
    const { settings: text } = this.owner.text;
    return [
      {
        name: text.path,
        desc: text.pathDesc,
        control: { type: "text", key: "daemonPath", placeholder: text.pathPlaceholder },
      },
      { name: text.check, desc: text.checkDesc, render: (setting) => this.drawCheck(setting) },
    ];
  }

  private modelItems(): SettingDefinitionItem<keyof Settings>[] {
    const { settings: text } = this.owner.text;
    const chosen = (): boolean => this.owner.settings.provider !== "";
    const options = { "": text.providerNone, openai: text.providerOpenAI, anthropic: text.providerAnthropic };
    return [
      { name: text.provider, desc: text.providerDesc, control: { type: "dropdown", key: "provider", options } },
      { name: text.modelName, desc: text.modelNameDesc, visible: chosen, control: { type: "text", key: "model" } },
      { name: text.baseUrl, desc: text.baseUrlDesc, visible: chosen, control: { type: "text", key: "baseUrl" } },
      { name: text.key, desc: text.keyDesc, visible: chosen, render: (setting) => this.drawKey(setting) },
    ];
  }

  private drawCheck(setting: Setting): void {
    const { text } = this.owner;
    setting.addButton((button) =>
      button.setButtonText(text.settings.checkButton).onClick(async () => {
        setting.setDesc(text.settings.checking);
        const found = await this.owner.check();
        setting.setDesc(found.ok ? text.settings.found(found.version, found.path) : failureText(found.failure, text));
      }),
    );
  }

  private drawKey(setting: Setting): void {
    setting.addComponent((el) =>
      new SecretComponent(this.app, el)
        .setValue(this.owner.settings.keySecret)
        .onChange((name) => void this.owner.change({ keySecret: name })),
    );
  }
}
