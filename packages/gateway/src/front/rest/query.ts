import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type * as z from 'zod';

/** A query parameter: its description, parser and default value. */
export interface Parameter<Value> {
  readonly description: string;
  /** Parses a text; with `isList`, all given texts, split at commas. Its JSON Schema is part of the API description. */
  readonly schema: z.ZodType<Value>;
  readonly isList: boolean;
  readonly defaultValue: Value;
}

export type ParametersFor<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/**
 * Parses the parameters of a request, or lists all problems.
 *
 * @example
 * parseQuery({ limit: wholeNumber('Maximum.', { min: 1, max: 100, defaultValue: 10 }) }, { limit: ['20'] }) // ok({ limit: 20 })
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
  // Each value was parsed by the schema of its parameter.
  return ok(values as Values);
}

function readOne(
  name: string,
  { schema, isList, defaultValue }: Parameter<unknown>,
  texts: readonly string[] | undefined,
): Result<unknown, readonly Problem[]> {
  if (texts === undefined) return ok(defaultValue);
  // Forms send this for empty fields, and scripts for unset variables; it never means all values.
  const parts = isList ? texts.flatMap((text) => text.split(',')) : texts;
  if (parts.includes('')) return err([{ path: name, message: 'must not be empty' }]);
  const parsed = schema.safeParse(isList ? texts : texts[0]);
  if (parsed.success) return ok(parsed.data);
  return err(parsed.error.issues.map((issue) => ({ path: name, message: issueMessage(issue) })));
}

function issueMessage(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `must be one of: ${issue.values.map(String).join(', ')}` : issue.message;
}

function unknownMessage(names: readonly string[]): string {
  return names.length === 0
    ? 'is not a parameter here; there are none'
    : `is not a parameter here; use: ${names.join(', ')}`;
}
