import * as z from 'zod';
import { isJsonObject } from '../definition.ts';
import { isHintName, TOOL_CLASSES } from '../hints.ts';
import { err, ok, type Result } from '../result.ts';
import { show } from '../show.ts';
import { isHintsFingerprint } from './compare-pin.ts';
import { parseJsonWithLines } from './json-with-lines.ts';
import { LOCK_VERSION, type Lock, OLDER_LOCK_VERSIONS, type Pin, type ServerPins } from './lock.ts';

/** A problem, and the path of keys that leads to it. */
interface Fault {
  readonly keys: readonly string[];
  readonly message: string;
}

/**
 * Parses a lock. The error is one sentence that names the line and says how to fix it. The parser never guesses,
 * because with a lost pin a changed tool passes as a new one.
 *
 * @example
 * const lock = parseLock(text);
 * if (!lock.ok) console.error(`toolmark.lock: ${lock.error}`);
 */
export function parseLock(text: string): Result<Lock, string> {
  const mark = /^(<{7}|={7}|>{7})/m.exec(text);
  if (mark !== null) {
    const line = text.slice(0, mark.index).split('\n').length;
    return err(`git left conflict marks in it (line ${line}); keep one line for each tool and remove the marks`);
  }
  const json = parseJsonWithLines(text.replace(/^\uFEFF/, ''));
  if (!json.ok) return err(`it cannot be read: ${json.error}; ${MEND}`);
  const { value, lineOfKey } = json.value;
  if (isJsonObject(value) && typeof value['version'] === 'number' && value['version'] > LOCK_VERSION) {
    return err(`it has version ${value['version']}, but this Toolmark supports ${LOCK_VERSION}; install a newer one`);
  }
  const lock = parseRoot(value);
  return lock.ok ? lock : err(`${lock.error.message} (line ${lineOfKey(lock.error.keys)}); ${MEND}`);
}

const MEND = 'restore the version that was reviewed, or delete the file to pin every tool as it is now';

function parseRoot(value: unknown): Result<Lock, Fault> {
  if (!isJsonObject(value)) return err({ keys: [], message: 'it is not a JSON object' });
  const { version, servers } = value;
  if (version !== LOCK_VERSION && !OLDER_LOCK_VERSIONS.some((older) => older === version)) {
    return err({ keys: ['version'], message: `its version is ${show(version)} and not ${LOCK_VERSION}` });
  }
  const foreign = Object.keys(value).find((key) => key !== 'version' && key !== 'servers');
  if (foreign !== undefined)
    return err({ keys: [foreign], message: `it has a field ${show(foreign)}, which is unknown` });
  const parsed = parseEntries(servers, ['servers'], parseServer);
  return parsed.ok ? ok({ servers: parsed.value }) : parsed;
}

function parseServer(value: unknown, keys: readonly string[]): Result<ServerPins, Fault> {
  return parseEntries(value, keys, parsePin);
}

function parsePin(value: unknown, keys: readonly string[]): Result<Pin, Fault> {
  const fault = faultIn(value, keys, PIN_FIELDS);
  if (fault !== undefined) return err(fault);
  // The checks above guarantee exactly these fields.
  const pin = value as unknown as Pin;
  const inner =
    (pin.accepted && faultIn(pin.accepted, [...keys, 'accepted'], ACCEPTANCE_FIELDS)) ??
    (pin.reviewed && faultIn(pin.reviewed, [...keys, 'reviewed'], REVIEW_FIELDS));
  return inner === undefined ? ok(pin) : err(inner);
}

type Fields = Readonly<Record<string, (field: unknown) => boolean>>;

const isText = (field: unknown): field is string => typeof field === 'string';
const isListOf = (isItem: (item: unknown) => boolean) => (field: unknown) =>
  Array.isArray(field) && field.every(isItem);
const isMissingOr = (isRight: (field: unknown) => boolean) => (field: unknown) => field === undefined || isRight(field);

/** In UTC, which every consumer expects. */
const isUtcTime = (field: unknown): boolean => z.iso.datetime().safeParse(field).success;

const isHint = (item: unknown): boolean => isText(item) && isHintName(item);

const PIN_FIELDS: Fields = {
  hints: (field) => isText(field) && isHintsFingerprint(field),
  prose: (field) => isText(field) && /^[0-9a-f]{64}$/.test(field),
  class: isMissingOr((field) => TOOL_CLASSES.some((known) => known === field)),
  contradicted: isMissingOr(isListOf(isHint)),
  pinnedAt: isUtcTime,
  accepted: isMissingOr(isJsonObject),
  reviewed: isMissingOr(isJsonObject),
  isNew: isMissingOr((field) => field === true),
};

const REVIEW_FIELDS: Fields = {
  at: isUtcTime,
  author: (field) => field === null || isText(field),
  claims: isListOf(isHint),
};

const ACCEPTANCE_FIELDS: Fields = {
  at: isUtcTime,
  author: (field) => field === null || isText(field),
  reason: (field) => field === null || isText(field),
  covers: isMissingOr(isListOf(isText)),
};

function faultIn(value: unknown, keys: readonly string[], fields: Fields): Fault | undefined {
  if (!isJsonObject(value)) return noObject(value, keys);
  const foreign = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
  if (foreign !== undefined) {
    return { keys: [...keys, foreign], message: `${toPath(keys)} has a field ${show(foreign)}, which is unknown` };
  }
  for (const [key, isRight] of Object.entries(fields)) {
    const field = Object.hasOwn(value, key) ? value[key] : undefined;
    if (isRight(field)) continue;
    const what = field === undefined ? 'is missing' : `is ${show(field)}, which is invalid`;
    return { keys: [...keys, key], message: `${toPath([...keys, key])} ${what}` };
  }
  return undefined;
}

function parseEntries<Value>(
  object: unknown,
  keys: readonly string[],
  parse: (value: unknown, keys: readonly string[]) => Result<Value, Fault>,
): Result<ReadonlyMap<string, Value>, Fault> {
  if (!isJsonObject(object)) return err(noObject(object, keys));
  const values = new Map<string, Value>();
  for (const [key, value] of Object.entries(object)) {
    const parsed = parse(value, [...keys, key]);
    if (!parsed.ok) return parsed;
    values.set(key, parsed.value);
  }
  return ok(values);
}

const noObject = (value: unknown, keys: readonly string[]): Fault => ({
  keys,
  message: `${toPath(keys)} is ${show(value)} and not an object`,
});

/**
 * A path such as `servers["notes"]["read_note"].accepted.at`: server and tool names in quotes, the lock's own keys
 * plain.
 */
function toPath([root = '', server, tool, ...fields]: readonly string[]): string {
  const names = [server, tool].filter((name) => name !== undefined).map((name) => `[${show(name)}]`);
  return [`${root}${names.join('')}`, ...fields].join('.');
}
