import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';

/** The parsed arguments of `retrieve_tools`. */
export interface ToolQuestion {
  readonly query: string;
  readonly limit: number;
  readonly readOnly: boolean;
  readonly excludeDestructive: boolean;
  readonly excludeOpenWorld: boolean;
  readonly idempotentOnly: boolean;
  readonly server: string | undefined;
  readonly detail: 'compact' | 'full';
}

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 50;
export const MAX_IDS = 10;
const MAX_QUERY = 2_000;

const KEYS: ReadonlySet<string> = new Set([
  ...[
    'query',
    'limit',
    'read_only',
    'exclude_destructive',
    'exclude_open_world',
    'idempotent_only',
    'server',
    'detail',
  ],
]);

/** Parses the arguments. All problems are in one sentence, for a model. */
export function readQuestion(given: unknown): Result<ToolQuestion, string> {
  if (!isJsonObject(given)) return err('Give a query that describes the task in a few words.');
  const { query, limit = DEFAULT_LIMIT, server, detail = 'compact' } = given;
  const wrong: string[] = [];
  if (typeof query !== 'string' || query.trim() === '') wrong.push('query must describe the task in a few words');
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    wrong.push(`limit must be a whole number from 1 to ${MAX_LIMIT}`);
  if (server !== undefined && typeof server !== 'string') wrong.push('server must be a name');
  if (detail !== 'compact' && detail !== 'full') wrong.push('detail must be compact or full');
  const flag = (key: string): boolean => {
    const value = given[key];
    if (value !== undefined && typeof value !== 'boolean') wrong.push(`${key} must be true or false`);
    return value === true;
  };
  const flags = {
    readOnly: flag('read_only'),
    excludeDestructive: flag('exclude_destructive'),
    excludeOpenWorld: flag('exclude_open_world'),
    idempotentOnly: flag('idempotent_only'),
  };
  const unknown = Object.keys(given).filter((key) => !KEYS.has(key));
  // Unknown keys are errors, because a misspelt filter would return tools it was meant to exclude.
  if (unknown.length > 0) wrong.push(`unknown: ${unknown.slice(0, 5).join(', ')}; use ${[...KEYS].join(', ')}`);
  if (wrong.length > 0 || typeof query !== 'string' || typeof limit !== 'number')
    return err(`Invalid arguments: ${wrong.join('; ')}.`);
  return ok({
    query: query.slice(0, MAX_QUERY),
    limit,
    ...flags,
    server: typeof server === 'string' && server !== '' ? server : undefined,
    detail: detail === 'full' ? 'full' : 'compact',
  });
}

/** Parses the arguments of `describe_tool`. */
export function readIds(given: unknown): Result<readonly string[], string> {
  const ids = isJsonObject(given) ? given['ids'] : undefined;
  // Models often pass a single id as text.
  const list = typeof ids === 'string' ? [ids] : ids;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_IDS || !list.every((id) => typeof id === 'string'))
    return err(`ids must be a list of 1 to ${MAX_IDS} ids, as returned by retrieve_tools.`);
  return ok([...new Set(list)]);
}
