import { LOCK_VERSION, type Lock, type Pin, type ServerPins } from './lock.ts';

/**
 * Prints a lock: sorted, one line for each tool, so that a diff in git shows which tool changed and what about it. The same lock
 * always reads the same.
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

function printPin({ hints, prose, pinnedAt, accepted }: Pin): string {
  const fields = [pair('hints', hints), pair('prose', prose), pair('pinnedAt', pinnedAt)];
  if (accepted !== undefined) {
    const { at, author, reason } = accepted;
    fields.push(`"accepted": { ${[pair('at', at), pair('author', author), pair('reason', reason)].join(', ')} }`);
  }
  return `{ ${fields.join(', ')} }`;
}

const pair = (key: string, value: string | null): string => `${JSON.stringify(key)}: ${JSON.stringify(value)}`;

/** By code units, which are the same everywhere; the order of a language is not. */
function sorted<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
