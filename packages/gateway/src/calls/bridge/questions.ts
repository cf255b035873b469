import { isJsonObject } from '@toolmark/annotations';
import { clip, errorOf, failed, type JsonObject, type RpcReply, result } from '@toolmark/base';

/** The methods by which a server asks a client something while it works on a request. */
export type QuestionMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** A client that declares none of these cannot be asked anything. */
export const QUESTION_CAPABILITIES = ['elicitation', 'sampling', 'roots'] as const;

type QuestionCapability = (typeof QUESTION_CAPABILITIES)[number];

/** The client capability that each question needs. */
const CAPABILITIES: ReadonlyMap<string, QuestionCapability> = new Map<string, QuestionCapability>([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

export function isQuestion(method: string): method is QuestionMethod {
  return CAPABILITIES.has(method);
}

/**
 * The capability that a client lacks for this question; `undefined` if it lacks none.
 *
 * @example
 * lackingFor({ elicitation: {} }, 'elicitation/create', { mode: 'url' }) // { elicitation: { url: {} } }
 */
export function lackingFor(capabilities: JsonObject, method: string, params: JsonObject): JsonObject | undefined {
  const name = CAPABILITIES.get(method);
  if (name === undefined) return {};
  const declared = capabilities[name];
  const mode = modeOf(name, params);
  if (!isJsonObject(declared)) return { [name]: mode === undefined ? {} : { [mode]: {} } };
  if (mode === undefined || isJsonObject(declared[mode])) return undefined;
  // Revisions with forms only declare elicitation without a mode.
  if (mode === 'form' && declared['url'] === undefined) return undefined;
  return { [name]: { [mode]: {} } };
}

/** The reply to a server whose question this client does not support, with the error codes that the client itself would use. */
export function refusal(capabilities: JsonObject, method: string, params: JsonObject): RpcReply {
  const name = CAPABILITIES.get(method);
  if (name === undefined) return failed({ code: -32601, message: `Method not found: ${clip(method)}` });
  if (!isJsonObject(capabilities[name])) {
    return failed({ code: -32601, message: `The client of this call does not support ${name}.` });
  }
  return failed({
    code: -32602,
    message: `The client of this call does not support ${name} of this kind (${modeOf(name, params)}).`,
  });
}

/** The reply to a server whose question got no answer. Never consent. */
export function dismissal(method: string, why: string): RpcReply {
  return method === 'elicitation/create' ? result({ action: 'cancel' }) : failed(errorOf('cancelled', why));
}

function modeOf(name: QuestionCapability, params: JsonObject): string | undefined {
  if (name === 'elicitation') return params['mode'] === undefined ? 'form' : String(params['mode']);
  return name === 'sampling' && (params['tools'] !== undefined || params['toolChoice'] !== undefined)
    ? 'tools'
    : undefined;
}
