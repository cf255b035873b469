import type { ApiFailure } from '../api/api-failure.ts';

export interface SortedProblems {
  /** By field name; `env.KEY` for a row of a list. */
  readonly fields: Readonly<Record<string, string>>;
  /** Problems that belong to no field. */
  readonly rest: readonly string[];
}

/** The fields of the form. */
const FIELDS = new Set([
  ...[
    'name',
    'command',
    'args',
    'env',
    'cwd',
    'url',
    'headers',
    'type',
    'trust',
    'strict',
    'protocol',
    'cache',
    'disabled',
  ],
  ...['connectTimeout', 'timeout', 'maxTimeout', 'concurrency', 'queue'],
]);

/**
 * Assigns the problems of a refused entry to form fields, by their path.
 *
 * @example
 * sortProblems(failure, 'notes').fields // { url: 'must be an http:// or https:// address' }
 */
export function sortProblems({ problems }: Pick<ApiFailure, 'problems'>, server: string): SortedProblems {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of problems) {
    const says = message.replace(/ \(line \d+, column \d+\)$/, '');
    const field = fieldOf(path, server);
    if (field === undefined) rest.push(path === '' || path === 'entry' ? says : `${path} ${says}`);
    else fields[field] = fields[field] === undefined ? says : `${fields[field]}; ${says}`;
  }
  return { fields, rest };
}

function fieldOf(path: string, server: string): string | undefined {
  if (path === 'name') return 'name';
  const start = ['entry.', `mcpServers.${server}.`].find((one) => path.startsWith(one));
  if (start === undefined) return undefined;
  const inner = path.slice(start.length);
  const [field = ''] = inner.split(/[.[]/);
  if (!FIELDS.has(field)) return undefined;
  return field === 'env' || field === 'headers' ? inner : field;
}
