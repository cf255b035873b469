import type { Problem } from '@toolmark/annotations';
import type * as z from 'zod';

/** Translates a schema issue into problems for the author of the request. */
export function toBodyProblems(issue: z.core.$ZodIssue): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const within = issue.path.map(String);
    return issue.keys.map((key) => ({ path: [...within, key].join('.'), message: unknownKey(key) }));
  }
  const path = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
  return [{ path, message: issueMessage(issue) }];
}

/** Fields that identify the person come from the credential; old clients still send them. */
const unknownKey = (key: string): string =>
  FROM_CREDENTIAL.has(key) ? 'is determined by the credential of the request: leave it out' : 'is not a known field';

const FROM_CREDENTIAL: ReadonlySet<string> = new Set(['author', 'by', 'presence', 'route']);

function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && Object.hasOwn(SHAPES, issue.expected)) {
    return `must be ${SHAPES[issue.expected]}`;
  }
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_format' && issue.format === 'datetime') {
    return 'must be a UTC time such as 2026-11-15T12:00:00Z';
  }
  return issue.message;
}

const SHAPES: Readonly<Record<string, string>> = Object.freeze({
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
  string: 'a text',
});
