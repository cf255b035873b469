import type { TrustName } from '@toolmark/api-contract';
import { fromLines, toLines } from './args.ts';
import { TRUSTS } from './labels.ts';

/** An entry of `mcpServers` in the config file. */
export type Entry = Readonly<Record<string, unknown>>;

/** A name and its value, one row of the form. */
export interface Pair {
  readonly id: number;
  key: string;
  value: string;
}

/** The state of the server form, with text in text fields. */
export interface ServerDraft {
  name: string;
  kind: 'command' | 'address';
  command: string;
  /** One per line. */
  args: string;
  env: Pair[];
  cwd: string;
  url: string;
  headers: Pair[];
  type: 'auto' | 'http' | 'sse';
  trust: TrustName;
  strict: boolean;
  protocol: 'auto' | 'modern' | 'legacy';
  numbers: Record<NumberField, string>;
  /** `detail`: the config file lists some tools, which the form cannot edit. */
  cache: 'off' | 'on' | 'seconds' | 'detail';
  cacheSeconds: string;
  disabled: boolean;
}

export const NUMBER_FIELDS = ['connectTimeout', 'timeout', 'maxTimeout', 'concurrency', 'queue'] as const;

export type NumberField = (typeof NUMBER_FIELDS)[number];

let ids = 0;

export const newPair = (key = '', value = ''): Pair => ({ id: ++ids, key, value });

/** The form for an entry; empty for a new server. */
export function toDraft(name: string, entry: Entry = {}): ServerDraft {
  const text = (key: string): string => (typeof entry[key] === 'string' ? entry[key] : '');
  const oneOf = <Value extends string>(key: string, values: readonly Value[], usual: Value): Value =>
    values.find((value) => value === entry[key]) ?? usual;
  const { args, cache } = entry;
  return {
    name,
    kind: entry['url'] !== undefined && entry['command'] === undefined ? 'address' : 'command',
    command: text('command'),
    args: toLines(Array.isArray(args) ? args.map(String) : []),
    env: toPairs(entry['env']),
    cwd: text('cwd'),
    url: text('url'),
    headers: toPairs(entry['headers']),
    type: toType(text('type')),
    trust: oneOf('trust', TRUSTS, 'review'),
    strict: entry['strict'] === true,
    protocol: oneOf('protocol', ['auto', 'modern', 'legacy'], 'auto'),
    numbers: {
      connectTimeout: toNumberText(entry['connectTimeout']),
      timeout: toNumberText(entry['timeout']),
      maxTimeout: toNumberText(entry['maxTimeout']),
      concurrency: toNumberText(entry['concurrency']),
      queue: toNumberText(entry['queue']),
    },
    cache: typeof cache === 'number' ? 'seconds' : cache === true ? 'on' : isObject(cache) ? 'detail' : 'off',
    cacheSeconds: toNumberText(cache),
    disabled: entry['disabled'] === true,
  };
}

/**
 * The entry for a form. Settings that the form does not show are kept, and unchanged ones are not rewritten.
 *
 * @example
 * toEntry({ ...toDraft('notes'), command: 'notes-server' }) // { command: 'notes-server' }
 */
export function toEntry(draft: ServerDraft, before: Entry = {}): Entry {
  const isCommand = draft.kind === 'command';
  const fields: Record<string, unknown> = {
    command: isCommand ? draft.command.trim() : undefined,
    args: isCommand ? someOf(fromLines(draft.args), before['args']) : undefined,
    env: isCommand ? someOf(fromPairs(draft.env), before['env']) : undefined,
    cwd: isCommand ? draft.cwd.trim() || undefined : undefined,
    url: isCommand ? undefined : draft.url.trim(),
    headers: isCommand ? undefined : someOf(fromPairs(draft.headers), before['headers']),
    type: isCommand ? undefined : unlessUsual(draft.type, toType(before['type']), 'auto', before['type']),
    trust: unlessUsual(draft.trust, before['trust'], 'review', before['trust']),
    strict: unlessUsual(draft.strict, before['strict'], false, before['strict']),
    protocol: unlessUsual(draft.protocol, before['protocol'], 'auto', before['protocol']),
    cache: toCache(draft, before['cache']),
    disabled: unlessUsual(draft.disabled, before['disabled'], false, before['disabled']),
  };
  for (const field of NUMBER_FIELDS) fields[field] = fromNumberText(draft.numbers[field]);
  // Keep the file's order; new keys come last.
  const keys = [...new Set([...Object.keys(before), ...Object.keys(fields)])];
  const all = keys.map((key) => [key, Object.hasOwn(fields, key) ? fields[key] : before[key]] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Writes a default value only if it was explicit before. */
function unlessUsual<Value>(value: Value, before: unknown, usual: Value, raw: unknown): unknown {
  if (value === before) return raw;
  return value === usual && raw === undefined ? undefined : value;
}

/** Writes an empty object only if there was one before. */
function someOf<Value extends object>(value: Value, before: unknown): Value | undefined {
  return Object.keys(value).length === 0 && !(isObject(before) && Object.keys(before).length === 0) ? undefined : value;
}

function toCache({ cache, cacheSeconds }: ServerDraft, before: unknown): unknown {
  if (cache === 'detail') return before;
  if (cache === 'seconds') return fromNumberText(cacheSeconds);
  return cache === 'on' ? true : before === false ? false : undefined;
}

/** Other clients use more names for streamable HTTP. */
function toType(type: unknown): ServerDraft['type'] {
  if (type === 'sse') return 'sse';
  return typeof type === 'string' && /^(streamable.?)?http$/i.test(type) ? 'http' : 'auto';
}

const toPairs = (value: unknown): Pair[] =>
  isObject(value) ? Object.entries(value).map(([key, one]) => newPair(key, String(one))) : [];

const fromPairs = (pairs: readonly Pair[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.filter(({ key, value }) => key.trim() !== '' || value !== '').map(({ key, value }) => [key.trim(), value]),
  );

const toNumberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '');

/** Send an invalid number unchanged: the gateway reports the problem. */
function fromNumberText(text: string): number | string | undefined {
  const trimmed = String(text).trim();
  if (trimmed === '') return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
