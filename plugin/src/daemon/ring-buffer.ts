/** Keeps the last lines of the daemon's stderr, bounded in lines and in characters a line. */
export class RingBuffer {
  private lines: string[] = [];
  private partial = "";

  constructor(
    private readonly maxLines = 400,
    private readonly maxLineLength = 2000,
  ) {}

  push(text: string): void {
    const pieces = (this.partial + text).split("\n");
    this.partial = (pieces.pop() ?? "").slice(0, this.maxLineLength);
    for (const line of pieces) this.lines.push(line.trimEnd().slice(0, this.maxLineLength));
    if (this.lines.length > this.maxLines) this.lines = this.lines.slice(-this.maxLines);
  }

  toString(): string {
    const lines = this.partial === "" ? this.lines : [...this.lines, this.partial];
    return lines.join("\n");
  }
}
