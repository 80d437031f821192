// Versions: `ibid --version` prints `ibid X.Y.Z`, perhaps with a suffix.

/** The lowest daemon version this plugin can work with. */
export const NEEDED_VERSION = "0.1.0";

/** Reads what `ibid --version` printed; null when it is not ibid speaking. */
export function parseVersion(printed: string): string | null {
  return /^ibid v?(\d+\.\d+\.\d+\S*)\s*$/m.exec(printed)?.[1] ?? null;
}

/** True when `found` is at least `needed`. A build without a release number ("0.0.0-dev") is trusted: its builder knows. */
export function isRecentEnough(found: string, needed: string): boolean {
  if (/^0\.0\.0\b/.test(found)) return true;
  const [left, right] = [numbers(found), numbers(needed)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbers(version: string): number[] {
  return (/^\d+(\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number);
}
