// A client on the official SDK, driven by TestOfficialSDK. Its standard input and output
// are the wire; it ends with 1 and a reason on standard error when something is wrong.
import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";

const updates = [];
const changed = [];
const asIs = (value) => value;
const connection = client({ name: "test" })
  .onNotification(methods.client.session.update, ({ params }) => updates.push(params.update))
  .onRequest(methods.client.session.requestPermission, ({ params }) => ({
    outcome: { outcome: "selected", optionId: params.options[0].optionId },
    _meta: { ibid: { note: params.toolCall.content[0].newText } },
  }))
  .onNotification("_ibid/index/changed", asIs, ({ params }) => changed.push(params.seq))
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
const agent = connection.agent;

const hello = await agent.request(methods.agent.initialize, {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
});
assert.equal(hello.protocolVersion, 1);
assert.equal(hello.agentCapabilities._meta.ibid.version, 1);

const { sessionId, configOptions } = await agent.request(methods.agent.session.new, { cwd: "/v", mcpServers: [] });
assert.equal(configOptions[0].currentValue, "ask");

const answer = await agent.request(methods.agent.session.prompt, {
  sessionId,
  prompt: [
    { type: "text", text: "做\u2028what\r\n<b>&" },
    { type: "resource_link", name: "a.md", uri: "file:///v/a.md" },
  ],
});
assert.deepEqual(answer, { stopReason: "end_turn", _meta: { ibid: { note: "new" } } });
assert.deepEqual(
  updates.map((u) => u.sessionUpdate),
  ["user_message_chunk", "tool_call", "tool_call_update", "plan", "agent_message_chunk", "usage_update"],
);
assert.equal(updates[0].content.text, "做\u2028what\r\n<b>&");
assert.deepEqual(changed, [7]);

// A turn that is cancelled right away, and a request that is.
const turn = agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text: "wait" }] });
await agent.notify(methods.agent.session.cancel, { sessionId });
assert.equal((await turn).stopReason, "cancelled");
const stop = new AbortController();
const search = agent.request("_ibid/search/query", { query: "wait" }, { cancellationSignal: stop.signal });
stop.abort();
await assert.rejects(search, { code: -32800 });

assert.deepEqual(await agent.request("_ibid/search/query", { query: "" }), {
  hits: [], total: 0, notices: [], near: [], indexing: false, seq: 0, tookMs: 0,
});
await assert.rejects(agent.request("_ibid/search/query", {}), { code: -32602 });
await assert.rejects(agent.request("_ibid/no/such", {}), { code: -32601 });
assert.equal((await agent.request(methods.agent.session.list, {})).sessions.length, 1);
process.exit(0);
