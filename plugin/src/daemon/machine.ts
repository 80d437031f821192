import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import process from "node:process";
import type { Machine } from "./locate";

/** The computer Obsidian runs on. */
export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, isProgram };
}

/** A file that is there but may not be run counts too: the probe then says what to do about it. */
async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
