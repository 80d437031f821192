// Finds the program `ibid`. Obsidian started from a dock or a menu does not see the
// PATH of a terminal, so the usual places of Homebrew, Go and friends are looked at too.

/** What finding needs to know of the machine. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  /** True when the path is a file that may be run. */
  isProgram(path: string): Promise<boolean>;
}

/** Finds the daemon: only the configured path when there is one, else PATH and then the usual places. */
export async function locate(configured: string, machine: Machine): Promise<string | null> {
  const paths = configured.trim() === "" ? searchPaths(machine) : configuredPaths(configured, machine);
  for (const path of paths) {
    if (await machine.isProgram(path)) return path;
  }
  return null;
}

/** All absolute paths where the program is looked for, in order, each once. */
export function searchPaths(machine: Machine): string[] {
  const { sep, delimiter, program } = conventions(machine.platform);
  const fromPath = (env(machine, "PATH") ?? "").split(delimiter).map(unquote);
  const folders = [...fromPath, ...usualFolders(machine)].filter((folder) => isAbsolute(folder, machine.platform));
  return [...new Set(folders.map((folder) => join(folder, program, sep)))];
}

/** A configured path may be the program itself or the folder it lies in; `~` and quotes are understood. */
function configuredPaths(configured: string, machine: Machine): string[] {
  const { sep, program } = conventions(machine.platform);
  const path = expandHome(unquote(configured.trim()), machine);
  if (!isAbsolute(path, machine.platform)) return [];
  return [path, join(path, program, sep)];
}

function usualFolders(machine: Machine): string[] {
  const home = homeOf(machine);
  const goFolders = [env(machine, "GOBIN"), ...goPaths(machine)];
  const system = machine.platform === "win32" ? windowsFolders(machine) : unixFolders(machine, home);
  return [...goFolders, ...system].filter((folder): folder is string => folder !== undefined && folder !== "");
}

function goPaths(machine: Machine): string[] {
  const { sep, delimiter } = conventions(machine.platform);
  const paths = (env(machine, "GOPATH") ?? "").split(delimiter).filter((path) => path !== "");
  return [...paths, join(homeOf(machine), "go", sep)].map((path) => join(path, "bin", sep));
}

function unixFolders(machine: Machine, home: string): string[] {
  const shared = [`${home}/.local/bin`, `${home}/bin`, "/usr/local/bin", `${home}/.nix-profile/bin`];
  const mac = ["/opt/homebrew/bin", "/opt/local/bin"];
  const linux = ["/home/linuxbrew/.linuxbrew/bin", "/usr/bin", "/snap/bin"];
  return [...shared, ...(machine.platform === "darwin" ? mac : linux)];
}

function windowsFolders(machine: Machine): (string | undefined)[] {
  const under = (variable: string, ...names: string[]): string | undefined => {
    const base = env(machine, variable);
    return base === undefined ? undefined : [base, ...names].join("\\");
  };
  return [
    under("LOCALAPPDATA", "Programs", "Ibid"),
    under("ProgramFiles", "Ibid"),
    under("USERPROFILE", "scoop", "shims"),
    under("LOCALAPPDATA", "Microsoft", "WinGet", "Links"),
  ];
}

function homeOf(machine: Machine): string {
  return env(machine, machine.platform === "win32" ? "USERPROFILE" : "HOME") ?? "";
}

/** Windows writes `Path` where others write `PATH`, and does not care. */
function env(machine: Machine, name: string): string | undefined {
  if (machine.platform !== "win32") return machine.env[name];
  const key = Object.keys(machine.env).find((candidate) => candidate.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : machine.env[key];
}

function expandHome(path: string, machine: Machine): string {
  return /^~(?=[/\\]|$)/.test(path) ? homeOf(machine) + path.slice(1) : path;
}

/** "Copy as path" on Windows, and many people's PATH, bring quotes along. */
function unquote(path: string): string {
  return path.replace(/^(["'])(.*)\1$/, "$2");
}

function isAbsolute(path: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" ? /^([a-z]:[\\/]|\\\\)/i.test(path) : path.startsWith("/");
}

function join(folder: string, name: string, sep: string): string {
  return folder.endsWith(sep) || folder.endsWith("/") ? folder + name : folder + sep + name;
}

function conventions(platform: NodeJS.Platform): { sep: string; delimiter: string; program: string } {
  return platform === "win32"
    ? { sep: "\\", delimiter: ";", program: "ibid.exe" }
    : { sep: "/", delimiter: ":", program: "ibid" };
}
