import { describe, expect, it } from "vitest";
import { messagesFor } from "../../src/i18n";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";

/** All messages as text by their place; functions are called with stand-ins. */
function flatten(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") return [[place, String((value as (...args: unknown[]) => unknown)("X", 2, "Y"))]];
  return Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, `${place}.${key}`));
}

describe("languages", () => {
  it.each([
    ["zh", zh],
    ["zh-TW", zh],
    ["en", en],
    ["de", en],
    ["", en],
  ])("%j", (language, messages) => {
    expect(messagesFor(language)).toBe(messages);
  });

  it("has Chinese for everything but the name", () => {
    const same = flatten(zh).filter(([place, text]) => text === new Map(flatten(en)).get(place));
    expect(same.map(([place]) => place)).toEqual([".chat.title", ".chat.answer", ".settings.providerAnthropic"]);
  });

  it("says every message in Chinese characters", () => {
    const without = flatten(zh).filter(([, text]) => !/[\u4e00-\u9fff，]/.test(text));
    expect(without.map(([place]) => place)).toEqual([".chat.title", ".chat.answer", ".settings.providerAnthropic"]);
  });

  it("counts in English", () => {
    expect(en.empty.ready(1)).toBe("1 note ready.");
    expect(en.empty.ready(12031)).toBe("12,031 notes ready.");
  });
});
