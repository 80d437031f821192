import { en, type Messages } from "./en";
import { zh } from "./zh";

export type { Messages } from "./en";

/** The words for a language code of Obsidian's (`zh`, `zh-TW`, `en`, …); English where there is nothing better. */
export function messagesFor(language: string): Messages {
  return /^zh\b/i.test(language) ? zh : en;
}
