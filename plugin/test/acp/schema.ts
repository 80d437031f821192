// Checks what an agent sends against the schema that comes with the official client.
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import schema from "@agentclientprotocol/sdk/schema/v1/schema.json";

/** The definition a response has to match, by the method that was asked. */
const RESPONSES: Record<string, string> = {
  initialize: "InitializeResponse",
  authenticate: "AuthenticateResponse",
  "session/new": "NewSessionResponse",
  "session/load": "LoadSessionResponse",
  "session/resume": "ResumeSessionResponse",
  "session/list": "ListSessionsResponse",
  "session/close": "CloseSessionResponse",
  "session/delete": "DeleteSessionResponse",
  "session/prompt": "PromptResponse",
  "session/set_mode": "SetSessionModeResponse",
  "session/set_config_option": "SetSessionConfigOptionResponse",
};

/** The definition the parameters have to match, by the method the agent calls. */
const CALLS: Record<string, string> = {
  "session/update": "SessionNotification",
  "session/request_permission": "RequestPermissionRequest",
  "fs/read_text_file": "ReadTextFileRequest",
  "fs/write_text_file": "WriteTextFileRequest",
  "elicitation/create": "CreateElicitationRequest",
};

export interface Message {
  jsonrpc?: unknown;
  id?: unknown;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

/** Collects every violation of the protocol in what the agent sent. */
export class Conformance {
  readonly violations: string[] = [];
  /** How many messages were checked against a definition of their own. */
  checked = 0;
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  private readonly asked = new Map<unknown, string>();

  constructor() {
    this.ajv.addSchema(schema, "acp");
  }

  /** Remembers what was asked, to know what the answer has to look like. */
  sent(message: Message): void {
    if (message.id !== undefined && message.method !== undefined) this.asked.set(message.id, message.method);
  }

  /** Checks one line of the agent's output. */
  received(line: string): void {
    const message = JSON.parse(line) as Message;
    if (message.jsonrpc !== "2.0") this.violations.push(`jsonrpc is not "2.0": ${line}`);
    if (message.method !== undefined) this.checkCall(message);
    else if (message.error !== undefined) this.check("Error", message.error, "an error");
    else this.checkResult(message);
  }

  private checkCall({ method = "", params }: Message): void {
    // Extensions are not in the schema: it only asks that their names begin so.
    if (method.startsWith("_")) return;
    const definition = CALLS[method];
    if (definition === undefined) this.violations.push(`ACP v1 has no method ${method}`);
    else this.check(definition, params, method);
  }

  private checkResult({ id, result }: Message): void {
    const method = this.asked.get(id);
    if (method === undefined) this.violations.push(`an answer to a question nobody asked: ${String(id)}`);
    else if (!method.startsWith("_")) this.check(RESPONSES[method] ?? "", result, `the answer to ${method}`);
  }

  private check(definition: string, value: unknown, what: string): void {
    const validate = this.ajv.getSchema(`acp#/$defs/${definition}`) as ValidateFunction | undefined;
    if (validate === undefined) throw new Error(`the schema does not define ${definition} for ${what}`);
    this.checked++;
    if (validate(value) === true) return;
    this.violations.push(`${what}: ${this.ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 500)}`);
  }
}
