import { err, isJsonObject, ok, type Result, toMessage } from '@toolmark/annotations';
import { type JsonObject, parseJson } from '@toolmark/base';

/** What is to be called, and with what. */
export interface InnerCall {
  readonly id: string;
  /** As they came; `undefined` where there were none. */
  readonly arguments: JsonObject | undefined;
}

/** A result that is longer than this is none that a model has written. */
const MAX_JSON = 4_000_000;

/** Reads what one of the variants was called with. What is wrong with it is a sentence for a model. */
export function readCall(given: unknown): Result<InnerCall, string> {
  if (!isJsonObject(given))
    return err('Give the id of the tool and its arguments: { "id": "server__tool", "arguments": { … } }.');
  const { id, arguments: args } = given;
  if (typeof id !== 'string' || id === '')
    return err('Give the id of the tool, as retrieve_tools shows it: { "id": "server__tool" }.');
  const unknown = Object.keys(given).filter((key) => key !== 'id' && key !== 'arguments');
  if (unknown.length > 0)
    return err(`What the tool takes belongs into "arguments": ${unknown.slice(0, 5).join(', ')} stand beside it.`);
  if (args === undefined || args === null) return ok({ id, arguments: undefined });
  if (isJsonObject(args)) return ok({ id, arguments: args });
  // Some models cannot write objects within objects.
  if (typeof args === 'string') return readJson(id, args);
  return err('"arguments" must be an object, or a string with the JSON of one.');
}

function readJson(id: string, text: string): Result<InnerCall, string> {
  if (text.trim() === '') return ok({ id, arguments: undefined });
  if (text.length > MAX_JSON) return err(`"arguments" has ${text.length} characters, more than ${MAX_JSON}.`);
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return ok({ id, arguments: value });
    return err('"arguments" is a string with JSON of something else than an object.');
  } catch (error) {
    return err(`"arguments" is a string that is no JSON: ${toMessage(error).slice(0, 200)}`);
  }
}
