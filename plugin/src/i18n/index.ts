import type { Failure } from "../daemon/state";
import { en, type Messages } from "./en";
import { zh } from "./zh";

export type { Messages } from "./en";

/** The words for a language code of Obsidian's (`zh`, `zh-TW`, `en`, …); English where there is nothing better. */
export function messagesFor(language: string): Messages {
  return /^zh\b/i.test(language) ? zh : en;
}

/** A failure in one line, with what to do about it. */
export function failureText(failure: Failure, { state }: Messages): string {
  switch (failure.reason) {
    case "missing":
      return failure.configured === "" ? `${state.missing}. ${state.missingSteps[0]}` : state.missingAt(failure.configured);
    case "outdated":
      return state.outdatedDesc(failure.found, failure.needed, failure.path);
    case "foreign":
      return state.foreignDesc(failure.path, failure.said);
    case "blocked":
      return state.blocked;
    case "crashed":
      return state.crashedDesc(failure.exit);
  }
}
