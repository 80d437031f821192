/** The command with which a person lets a program run that their system holds back. */
export function unblockCommand(path: string, platform: NodeJS.Platform): string {
  if (platform === "darwin") return `xattr -d com.apple.quarantine ${quote(path)}`;
  if (platform === "win32") return `Unblock-File -LiteralPath '${path.replace(/'/g, "''")}'`;
  return `chmod +x ${quote(path)}`;
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replace(/'/g, `'\\''`)}'`;
}
