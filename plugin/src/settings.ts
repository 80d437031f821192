// What the plugin remembers, and how it is read back. Keys are never among it: only the name of a secret is.

export type Provider = "" | "openai" | "anthropic";

export interface Settings {
  /** Path of the daemon; empty means: look for it. */
  daemonPath: string;
  /** Empty means: no model, quote the notes only. */
  provider: Provider;
  model: string;
  baseUrl: string;
  /** The name of the secret that holds the API key. */
  keySecret: string;
}

export const DEFAULT_SETTINGS: Settings = { daemonPath: "", provider: "", model: "", baseUrl: "", keySecret: "" };

/** Reads stored settings, taking only what is known and of the right type. */
export function readSettings(stored: unknown): Settings {
  const settings: Settings = { ...DEFAULT_SETTINGS };
  if (typeof stored !== "object" || stored === null) return settings;
  const values = stored as Record<string, unknown>;
  for (const key of ["daemonPath", "model", "baseUrl", "keySecret"] as const) {
    const value = values[key];
    if (typeof value === "string") settings[key] = value;
  }
  const { provider } = values;
  if (provider === "openai" || provider === "anthropic") settings.provider = provider;
  return settings;
}
