import { isJsonObject } from '../definition.ts';
import { err, ok, type Result, toMessage } from '../result.ts';
import { show } from '../show.ts';
import { isHintsFingerprint } from './compare-pin.ts';
import { LOCK_VERSION, type Lock, type Pin, type PinAcceptance, type ServerPins } from './lock.ts';

type Parsed<Value> = Result<Value, string>;

/**
 * Reads a lock. What is wrong with it is one sentence that says how to mend it; nothing is guessed, since a pin that is lost
 * lets a changed tool pass as a new one.
 *
 * @example
 * const lock = parseLock(text);
 * if (!lock.ok) console.error(`toolmark.lock: ${lock.error}`);
 */
export function parseLock(text: string): Parsed<Lock> {
  if (/^(<{7}|={7}|>{7})/m.test(text)) {
    return err('git left conflict marks in it; keep one line for each tool and remove the marks');
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return err(`it is not JSON (${toMessage(error)}); ${MEND}`);
  }
  if (!isJsonObject(json)) return err(`it is no JSON object; ${MEND}`);
  const { version, servers } = json;
  if (typeof version === 'number' && version > LOCK_VERSION) {
    return err(`it has version ${version} and this Toolmark knows ${LOCK_VERSION}; install a newer one`);
  }
  if (version !== LOCK_VERSION) return err(`its version is ${show(version)} and not ${LOCK_VERSION}; ${MEND}`);
  if (!isJsonObject(servers)) return err(`servers is ${show(servers)} and not an object; ${MEND}`);
  const foreign = Object.keys(json).find((key) => key !== 'version' && key !== 'servers');
  if (foreign !== undefined) return err(`it has a field ${show(foreign)}, which no lock has; ${MEND}`);
  const parsed = entries(servers, parseServer, 'servers');
  if (!parsed.ok) return err(`${parsed.error}; ${MEND}`);
  const pins = [...parsed.value.values()].reduce((sum, { size }) => sum + size, 0);
  // JSON takes the last of two equal names without a word, and a review may have looked at the first.
  if (FIELDS.some((field) => countOf(text, field) !== pins)) {
    return err('a server, tool or field stands in it twice; keep one line for each tool');
  }
  return ok({ servers: parsed.value });
}

const MEND = 'restore the version that was reviewed, or delete the file to pin every tool as it is now';
const FIELDS = ['hints', 'prose', 'pinnedAt'] as const;

/** How often a field with a text stands in JSON; inside of a text its quotes would be escaped. */
function countOf(text: string, field: string): number {
  return text.match(new RegExp(`"${field}"\\s*:\\s*"`, 'g'))?.length ?? 0;
}

function parseServer(value: unknown, path: string): Parsed<ServerPins> {
  if (!isJsonObject(value)) return err(`${path} is ${show(value)} and not an object`);
  return entries(value, parsePin, path);
}

function parsePin(value: unknown, path: string): Parsed<Pin> {
  const problem = problemWith(value, path, {
    hints: (field) => typeof field === 'string' && isHintsFingerprint(field),
    prose: (field) => typeof field === 'string' && /^[0-9a-f]{64}$/.test(field),
    pinnedAt: isMoment,
    accepted: (field) => field === undefined || isJsonObject(field),
  });
  if (problem !== undefined) return err(problem);
  // The fields were looked at just now.
  const { hints, prose, pinnedAt, accepted } = value as unknown as Pin;
  if (accepted === undefined) return ok({ hints, prose, pinnedAt });
  const parsed = parseAcceptance(accepted, `${path}.accepted`);
  return parsed.ok ? ok({ hints, prose, pinnedAt, accepted: parsed.value }) : parsed;
}

function parseAcceptance(value: unknown, path: string): Parsed<PinAcceptance> {
  const isText = (field: unknown) => field === null || typeof field === 'string';
  const problem = problemWith(value, path, { at: isMoment, author: isText, reason: isText });
  if (problem !== undefined) return err(problem);
  const { at, author, reason } = value as unknown as PinAcceptance;
  return ok({ at, author, reason });
}

function problemWith(
  value: unknown,
  path: string,
  fields: Readonly<Record<string, (field: unknown) => boolean>>,
): string | undefined {
  if (!isJsonObject(value)) return `${path} is ${show(value)} and not an object`;
  const foreign = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
  if (foreign !== undefined) return `${path} has a field ${show(foreign)}, which no lock has`;
  for (const [key, isRight] of Object.entries(fields)) {
    const field = Object.hasOwn(value, key) ? value[key] : undefined;
    if (isRight(field)) continue;
    return field === undefined ? `${path}.${key} is missing` : `${path}.${key} is ${show(field)}, which it cannot be`;
  }
  return undefined;
}

function entries<Value>(
  object: { readonly [key: string]: unknown },
  parse: (value: unknown, path: string) => Parsed<Value>,
  path: string,
): Parsed<ReadonlyMap<string, Value>> {
  const values = new Map<string, Value>();
  for (const [key, value] of Object.entries(object)) {
    const parsed = parse(value, `${path}[${show(key)}]`);
    if (!parsed.ok) return parsed;
    values.set(key, parsed.value);
  }
  return ok(values);
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
}
