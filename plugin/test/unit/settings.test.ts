import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, readSettings } from "../../src/settings";

describe("stored settings", () => {
  it.each([null, undefined, "text", 3, []])("fall back to the defaults for %j", (stored) => {
    expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
  });

  it("keep what is known and of the right type, and drop the rest", () => {
    const stored = { daemonPath: "/opt/ibid", provider: "openai", model: 7, baseUrl: "http://localhost:11434/v1", apiKey: "sk" };
    expect(readSettings(stored)).toEqual({
      ...DEFAULT_SETTINGS,
      daemonPath: "/opt/ibid",
      provider: "openai",
      baseUrl: "http://localhost:11434/v1",
    });
  });

  it("do not take a provider they do not know", () => {
    expect(readSettings({ provider: "someone" }).provider).toBe("");
  });
});
