import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';

/** What `retrieve_tools` was asked. */
export interface Asked {
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

/** Reads what was asked. Everything that is wrong with it is in one sentence, for a model. */
export function readQuestion(given: unknown): Result<Asked, string> {
  if (!isJsonObject(given)) return err('Give a query: what should be done, in a few words.');
  const { query, limit = DEFAULT_LIMIT, server, detail = 'compact' } = given;
  const wrong: string[] = [];
  if (typeof query !== 'string' || query.trim() === '') wrong.push('query must say in a few words what should be done');
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    wrong.push(`limit must be a whole number from 1 to ${MAX_LIMIT}`);
  if (server !== undefined && typeof server !== 'string') wrong.push('server must be the name of one');
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
  // A filter that is misspelt would show what it was meant to leave out.
  if (unknown.length > 0)
    wrong.push(`there is no ${unknown.slice(0, 5).join(', ')}; there are ${[...KEYS].join(', ')}`);
  if (wrong.length > 0 || typeof query !== 'string' || typeof limit !== 'number')
    return err(`This is not how to ask: ${wrong.join('; ')}.`);
  return ok({
    query: query.slice(0, MAX_QUERY),
    limit,
    ...flags,
    server: typeof server === 'string' && server !== '' ? server : undefined,
    detail: detail === 'full' ? 'full' : 'compact',
  });
}

/** Reads which tools are to be described. */
export function readIds(given: unknown): Result<readonly string[], string> {
  const ids = isJsonObject(given) ? given['ids'] : undefined;
  // A model that wants one often writes one.
  const list = typeof ids === 'string' ? [ids] : ids;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_IDS || !list.every((id) => typeof id === 'string'))
    return err(`ids must be a list of 1 to ${MAX_IDS} ids, as retrieve_tools shows them.`);
  return ok([...new Set(list)]);
}
