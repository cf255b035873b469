import { err, isJsonObject, ok, type Result, toMessage } from '@toolmark/annotations';
import { type JsonObject, parseJson } from '@toolmark/base';

/** The tool to call and its arguments. */
export interface InnerCall {
  readonly id: string;
  /** Unchanged; `undefined` if there are none. */
  readonly arguments: JsonObject | undefined;
}

/** Longer texts were not written by a model. */
const MAX_JSON = 4_000_000;

/** Parses the arguments of a call variant. Problems are a sentence for a model. */
export function readCall(given: unknown): Result<InnerCall, string> {
  if (!isJsonObject(given))
    return err('Give the id of the tool and its arguments: { "id": "server__tool", "arguments": { … } }.');
  const { id, arguments: args } = given;
  if (typeof id !== 'string' || id === '')
    return err('Give the id of the tool, as returned by retrieve_tools: { "id": "server__tool" }.');
  const unknown = Object.keys(given).filter((key) => key !== 'id' && key !== 'arguments');
  if (unknown.length > 0)
    return err(
      `Put the tool's parameters into "arguments": ${unknown.slice(0, 5).join(', ')} must not be outside of it.`,
    );
  if (args === undefined || args === null) return ok({ id, arguments: undefined });
  if (isJsonObject(args)) return ok({ id, arguments: args });
  // Some models cannot write nested objects.
  if (typeof args === 'string') return readJson(id, args);
  return err('"arguments" must be an object, or a string with the JSON of one.');
}

function readJson(id: string, text: string): Result<InnerCall, string> {
  if (text.trim() === '') return ok({ id, arguments: undefined });
  if (text.length > MAX_JSON) return err(`"arguments" has ${text.length} characters, more than ${MAX_JSON}.`);
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return ok({ id, arguments: value });
    return err('"arguments" is a string with JSON that is not an object.');
  } catch (error) {
    return err(`"arguments" is a string that is not JSON: ${toMessage(error).slice(0, 200)}`);
  }
}
