import type { Problem } from '@toolmark/annotations';
import type * as z from 'zod';

/** What a schema has against a body, in words for who sent it. */
export function toBodyProblems(issue: z.core.$ZodIssue): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const within = issue.path.map(String);
    return issue.keys.map((key) => ({ path: [...within, key].join('.'), message: unknownKey(key) }));
  }
  const path = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
  return [{ path, message: messageOf(issue) }];
}

/** Who decides is not for the request to say: some were written when it was. */
const unknownKey = (key: string): string =>
  PROVEN.has(key)
    ? 'is taken from the credential that the request comes with: leave it out'
    : 'is nothing to send here';

const PROVEN: ReadonlySet<string> = new Set(['author', 'by', 'presence', 'route']);

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && Object.hasOwn(SHAPES, issue.expected)) {
    return `must be ${SHAPES[issue.expected]}`;
  }
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_format' && issue.format === 'datetime') {
    return 'must be a moment in UTC such as 2026-11-15T12:00:00Z';
  }
  return issue.message;
}

const SHAPES: Readonly<Record<string, string>> = Object.freeze({
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
  string: 'a text',
});
