import { conforms, isJsonObject, type Problem, type ToolDefinition } from '@toolmark/annotations';
import { type JsonObject, mayLoseDigits } from '@toolmark/base';
import { withoutFormats } from './without-formats.ts';

/** A model cannot do anything with more at once. */
const MOST_PROBLEMS = 10;

/**
 * What is wrong with the arguments of a call, as far as the tool's schema can be evaluated; empty where nothing is. What cannot be
 * evaluated is the server's to judge.
 *
 * @example
 * problemsOf({ head: 'ten' }, { name: 'read', inputSchema: { type: 'object', properties: { head: { type: 'number' } } } })
 * // [{ path: 'head', message: 'Invalid input: expected number, received string' }]
 */
export function problemsOf(
  given: JsonObject,
  { inputSchema }: Pick<ToolDefinition, 'inputSchema'>,
): readonly Problem[] {
  if (!isJsonObject(inputSchema)) return [];
  const checked = conforms(plain(given), withoutFormats(plain(inputSchema)));
  return checked.kind === 'misfits' ? checked.problems.slice(0, MOST_PROBLEMS) : [];
}

/** A number that no double holds is kept as its text; to a checker it has to be a number. */
function plain<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  return mayLoseDigits(json) ? JSON.parse(json) : value;
}
