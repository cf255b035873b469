import { conforms, isJsonObject, type Problem, type ToolDefinition } from '@toolmark/annotations';
import { type JsonObject, mayLoseDigits } from '@toolmark/base';
import { withoutFormats } from './without-formats.ts';

/** A model cannot use more at once. */
const MAX_PROBLEMS = 10;

/**
 * Validates the arguments of a call, as far as the tool's schema is supported. The server validates the rest.
 *
 * @example
 * argumentProblems({ head: 'ten' }, { name: 'read', inputSchema: { type: 'object', properties: { head: { type: 'number' } } } })
 * // [{ path: 'head', message: 'Invalid input: expected number, received string' }]
 */
export function argumentProblems(
  given: JsonObject,
  { inputSchema }: Pick<ToolDefinition, 'inputSchema'>,
): readonly Problem[] {
  if (!isJsonObject(inputSchema)) return [];
  const checked = conforms(withPlainNumbers(given), withoutFormats(withPlainNumbers(inputSchema)));
  return checked.kind === 'misfits' ? checked.problems.slice(0, MAX_PROBLEMS) : [];
}

/** Rounds numbers that are kept as text, because the validator expects numbers. */
function withPlainNumbers<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  return mayLoseDigits(json) ? JSON.parse(json) : value;
}
