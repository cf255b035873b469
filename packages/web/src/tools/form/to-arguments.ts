import { plural } from '../../format/number.ts';
import type { Field } from './field.ts';
import type { FormValue } from './form-value.ts';

/** A problem with a value and its location. */
export interface FormProblem {
  /** The names and indexes that lead to it; empty for the whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface FormReading {
  /** The value to send; `undefined` to send nothing. */
  readonly value: unknown;
  readonly problems: readonly FormProblem[];
}

/**
 * Reads the arguments from a form. Problems are only advice: the server decides.
 *
 * @example
 * readForm(toField(schema), value) // { value: { id: 7 }, problems: [] }
 */
export function readForm(
  field: Field,
  value: FormValue,
  isRequired = true,
  path: FormProblem['path'] = [],
): FormReading {
  const problem = (message: string, read?: unknown): FormReading => ({ value: read, problems: [{ path, message }] });
  const read = (one: unknown, message?: string): FormReading =>
    message === undefined ? { value: one, problems: [] } : problem(message, one);
  switch (value.kind) {
    case 'absent':
      return isRequired ? problem('Required.') : read(undefined);
    case 'null':
      return read(null);
    case 'boolean':
      return read(value.value);
    case 'choice':
      return value.index in field.options ? read(field.options[value.index]) : problem('Choose one.');
    case 'text':
      return readText(field, value.text, read);
    case 'list': {
      const item = field.item();
      const items = value.items.map((one, index) => readForm(item, one, true, [...path, index]));
      const own = read(
        items.map((one) => one.value ?? null),
        listProblem(field, items.length),
      );
      return { value: own.value, problems: [...own.problems, ...items.flatMap(({ problems }) => problems)] };
    }
    case 'object': {
      const members = field.members().map(({ name, isRequired: isNeeded, field: one }) => {
        const given = Object.hasOwn(value.members, name) ? value.members[name] : undefined;
        return [name, readForm(one, given ?? { kind: 'absent' }, isNeeded, [...path, name])] as const;
      });
      const sent = members
        .filter(([, one]) => one.value !== undefined)
        .map(([name, one]) => [name, one.value] as const);
      return { value: Object.fromEntries(sent), problems: members.flatMap(([, { problems }]) => problems) };
    }
    case 'alternative': {
      const chosen = field.alternatives()[value.index];
      return chosen === undefined ? problem('Choose one.') : readForm(chosen, value.value, isRequired, path);
    }
  }
}

function readText(field: Field, text: string, read: (value: unknown, message?: string) => FormReading): FormReading {
  if (field.kind === 'json') {
    const parsed = parseJson(text);
    return parsed.problem === undefined ? read(parsed.value) : read(undefined, parsed.problem);
  }
  if (field.kind !== 'number' && field.kind !== 'integer') return read(text, lengthProblem(field, text));
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return read(undefined, text.trim() === '' ? 'Enter a number.' : 'Not a number.');
  return read(number, numberProblem(field, number));
}

export interface ParsedJson {
  readonly value: unknown;
  /** The JSON error, in the browser's words. */
  readonly problem: string | undefined;
}

export function parseJson(text: string): ParsedJson {
  if (text.trim() === '') return { value: undefined, problem: 'Enter a value as JSON.' };
  try {
    return { value: JSON.parse(text) as unknown, problem: undefined };
  } catch (error) {
    return { value: undefined, problem: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function lengthProblem({ limits: { leastLength, mostLength } }: Field, text: string): string | undefined {
  // JSON Schema counts characters, not UTF-16 units.
  const { length } = [...text];
  if (leastLength !== undefined && length < leastLength) return `At least ${plural(leastLength, 'character')}.`;
  return mostLength !== undefined && length > mostLength ? `At most ${plural(mostLength, 'character')}.` : undefined;
}

function numberProblem({ kind, limits: { least, most } }: Field, number: number): string | undefined {
  if (kind === 'integer' && !Number.isInteger(number)) return 'Must be a whole number.';
  if (least !== undefined && number < least) return `At least ${least}.`;
  return most !== undefined && number > most ? `At most ${most}.` : undefined;
}

function listProblem({ limits: { leastItems, mostItems } }: Field, count: number): string | undefined {
  if (leastItems !== undefined && count < leastItems) return `At least ${plural(leastItems, 'item')}.`;
  return mostItems !== undefined && count > mostItems ? `At most ${plural(mostItems, 'item')}.` : undefined;
}
