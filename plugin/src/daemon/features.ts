// What the daemon announces that it can do. Features are looked up, never guessed from versions.
import type { InitializeResponse } from "@agentclientprotocol/sdk";

/** Tells whether the daemon announced a method of `_ibid`, named as on the wire. */
export function hasFeature(hello: InitializeResponse, method: string): boolean {
  const about = hello.agentCapabilities?._meta?.["ibid"];
  if (typeof about !== "object" || about === null) return false;
  const { features } = about as { features?: unknown };
  return Array.isArray(features) && features.includes(method.replace(/^_ibid\//, ""));
}
