// Takes the pictures of the README anew, into docs/images.
import { spawnSync } from "node:child_process";
import process from "node:process";

const { status } = spawnSync("npx", ["vitest", "run", "--project", "browser"], {
  stdio: "inherit",
  shell: process.platform === "win32",
  env: { ...process.env, IBID_PICTURES: "1" },
});
process.exit(status ?? 1);
