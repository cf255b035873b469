import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type * as z from 'zod';

/** One parameter of a query: what it is for, how its text is read, and what counts where it is not given. */
export interface Parameter<Value> {
  readonly description: string;
  /** Reads a text; where `isList`, all texts that were given, commas taken apart. Its JSON Schema is what the API's description says. */
  readonly schema: z.ZodType<Value>;
  readonly isList: boolean;
  readonly absent: Value;
}

export type ParametersFor<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/**
 * Reads the parameters of a request, or lists everything that is wrong with them.
 *
 * @example
 * parseQuery({ limit: wholeNumber('How many.', { least: 1, most: 100, absent: 10 }) }, { limit: ['20'] }) // ok({ limit: 20 })
 */
export function parseQuery<Values extends object>(
  parameters: ParametersFor<Values>,
  given: Readonly<Record<string, readonly string[]>>,
): Result<Values, readonly Problem[]> {
  const known: readonly [string, Parameter<unknown>][] = Object.entries(parameters);
  const isList = (name: string): boolean => known.some(([other, parameter]) => other === name && parameter.isList);
  const twice = Object.entries(given).flatMap(([path, texts]) =>
    texts.length > 1 && !isList(path) ? [{ path, message: 'may be given once' }] : [],
  );
  const names = known.map(([name]) => name);
  const unknown = Object.keys(given).flatMap((path) =>
    names.includes(path) ? [] : [{ path, message: unknownMessage(names) }],
  );
  const read = known.map(([name, parameter]) => [name, readOne(name, parameter, given[name])] as const);
  const problems = [...twice, ...read.flatMap(([, result]) => (result.ok ? [] : result.error)), ...unknown];
  if (problems.length > 0) return err(problems);
  const values = Object.fromEntries(read.flatMap(([name, result]) => (result.ok ? [[name, result.value]] : [])));
  // Each name of `parameters` has been read as its own schema says.
  return ok(values as Values);
}

function readOne(
  name: string,
  { schema, isList, absent }: Parameter<unknown>,
  texts: readonly string[] | undefined,
): Result<unknown, readonly Problem[]> {
  if (texts === undefined) return ok(absent);
  // What forms send for a field that was left empty, and scripts for a variable that is not set: nobody means all by it.
  const parts = isList ? texts.flatMap((text) => text.split(',')) : texts;
  if (parts.includes('')) return err([{ path: name, message: 'must not be empty' }]);
  const parsed = schema.safeParse(isList ? texts : texts[0]);
  if (parsed.success) return ok(parsed.data);
  return err(parsed.error.issues.map((issue) => ({ path: name, message: messageOf(issue) })));
}

function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `must be one of: ${issue.values.map(String).join(', ')}` : issue.message;
}

function unknownMessage(names: readonly string[]): string {
  return names.length === 0
    ? 'is no parameter here; there are none'
    : `is no parameter here; there are: ${names.join(', ')}`;
}
