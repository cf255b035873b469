import { isJsonObject } from '@toolmark/annotations';
import { clip, errorOf, failed, type JsonObject, type RpcReply, result } from '@toolmark/base';

/** What a server may ask a client while it works on a request. */
export type QuestionMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** Which capability of the client a question needs. */
const CAPABILITIES: ReadonlyMap<string, 'elicitation' | 'sampling' | 'roots'> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

export function isQuestion(method: string): method is QuestionMethod {
  return CAPABILITIES.has(method);
}

/** Whether there is any question that a client with these capabilities could answer. */
export function answersQuestions(capabilities: JsonObject): boolean {
  return (
    isJsonObject(capabilities['elicitation']) ||
    isJsonObject(capabilities['sampling']) ||
    isJsonObject(capabilities['roots'])
  );
}

/**
 * What a client would have to declare to be asked this; `undefined` when it has.
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
  // Elicitation without a mode is how revisions that knew one kind only declare it.
  if (mode === 'form' && declared['url'] === undefined) return undefined;
  return { [name]: { [mode]: {} } };
}

/** The answer to a server whose question this client cannot be asked. The codes are those the client itself would use. */
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

/** The answer to a server when nobody answered its question. Never consent. */
export function dismissal(method: string, why: string): RpcReply {
  return method === 'elicitation/create' ? result({ action: 'cancel' }) : failed(errorOf('cancelled', why));
}

function modeOf(name: 'elicitation' | 'sampling' | 'roots', params: JsonObject): string | undefined {
  if (name === 'elicitation') return params['mode'] === undefined ? 'form' : String(params['mode']);
  return name === 'sampling' && (params['tools'] !== undefined || params['toolChoice'] !== undefined)
    ? 'tools'
    : undefined;
}
