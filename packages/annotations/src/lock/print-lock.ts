import { LOCK_VERSION, type Lock, type Pin, type PinAcceptance, type PinReview, type ServerPins } from './lock.ts';

/**
 * Prints a lock: sorted, one line for each tool, so that a git diff shows which tool changed and how. The output is
 * deterministic.
 */
export function printLock(lock: Lock): string {
  const servers = sorted(lock.servers).map(([name, pins]) => `    ${JSON.stringify(name)}: ${printPins(pins)}`);
  const body = servers.length === 0 ? '{}' : `{\n${servers.join(',\n')}\n  }`;
  return `{\n  "version": ${LOCK_VERSION},\n  "servers": ${body}\n}\n`;
}

function printPins(pins: ServerPins): string {
  if (pins.size === 0) return '{}';
  const lines = sorted(pins).map(([tool, pin]) => `      ${JSON.stringify(tool)}: ${printPin(pin)}`);
  return `{\n${lines.join(',\n')}\n    }`;
}

function printPin(pin: Pin): string {
  const { hints, prose, class: toolClass, contradicted, pinnedAt, accepted, reviewed, isNew } = pin;
  return fields([
    text('hints', hints),
    text('prose', prose),
    text('class', toolClass),
    list('contradicted', contradicted),
    text('pinnedAt', pinnedAt),
    accepted && `"accepted": ${printAcceptance(accepted)}`,
    reviewed && `"reviewed": ${printReview(reviewed)}`,
    isNew && '"isNew": true',
  ]);
}

function printReview({ at, author, claims }: PinReview): string {
  return fields([text('at', at), text('author', author), list('claims', claims)]);
}

function printAcceptance({ at, author, reason, covers }: PinAcceptance): string {
  return fields([text('at', at), text('author', author), text('reason', reason), list('covers', covers)]);
}

/** Absent fields are skipped: pins from older versions lack some. */
type Field = string | undefined;

const fields = (all: readonly Field[]): string => `{ ${all.filter((field) => field !== undefined).join(', ')} }`;

const text = (key: string, value: string | null | undefined): Field =>
  value === undefined ? undefined : `"${key}": ${JSON.stringify(value)}`;

const list = (key: string, values: readonly string[] | undefined): Field =>
  values && `"${key}": [${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** Sorts by code units, which do not depend on the locale. */
function sorted<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
