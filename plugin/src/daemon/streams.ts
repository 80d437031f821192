// Bridges Node.js pipes to the web streams the ACP client reads and writes.
import type { Readable, Writable } from "node:stream";

/** A web stream of the bytes of a pipe. The pipe is paused while the reader is busy. */
export function readBytes(pipe: Readable): ReadableStream<Uint8Array> {
  let open = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const close = (): void => {
        if (open) controller.close();
        open = false;
      };
      pipe.on("data", (chunk: Uint8Array) => {
        if (!open) return;
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 1) <= 0) pipe.pause();
      });
      pipe.on("end", close);
      pipe.on("close", close);
      pipe.on("error", close);
    },
    pull() {
      pipe.resume();
    },
    cancel() {
      // The pipe is drained all the same: a full one would keep the daemon from leaving.
      open = false;
      pipe.resume();
    },
  });
}

/** A web stream that writes to a pipe; a broken pipe rejects the write. */
export function writeBytes(pipe: Writable): WritableStream<Uint8Array> {
  // Without a listener a broken pipe would be an uncaught exception in Obsidian.
  pipe.on("error", () => undefined);
  return new WritableStream<Uint8Array>({
    write: (chunk) =>
      new Promise<void>((resolve, reject) => {
        pipe.write(chunk, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    close() {
      pipe.end();
    },
  });
}
