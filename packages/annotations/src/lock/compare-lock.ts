import type { Fingerprint } from '../fingerprint/fingerprint.ts';
import { comparePin, describeHintChanges } from './compare-pin.ts';
import type { Pin, ServerPins } from './lock.ts';

/** A tool with its fingerprint as it is now. */
export type PrintedTool = readonly [name: string, print: Fingerprint];

/** One way in which a server is not what it was pinned as. */
export interface LockDifference {
  /** `changed`: anything but the hints. */
  readonly kind: 'relaxed' | 'tightened' | 'changed' | 'new' | 'gone';
  readonly tool: string;
  /** A sentence that names the tool. */
  readonly message: string;
}

/**
 * Holds the tools of a server against their pins, in the order of the tools.
 *
 * @example
 * compareLock(pins, [['read_note', await fingerprint(tool)]])[0]?.message
 * // "Tool 'read_note': relaxed since it was pinned on 2026-11-16: readOnlyHint false → true"
 */
export function compareLock(pins: ServerPins, tools: readonly PrintedTool[]): readonly LockDifference[] {
  const offered = new Set(tools.map(([name]) => name));
  const gone = [...pins.keys()].filter((name) => !offered.has(name));
  return [
    ...tools.flatMap(([name, print]) => compareTool(name, pins.get(name), print)),
    ...gone.map((tool) => ({ kind: 'gone' as const, tool, message: `Tool '${tool}': in the lock but not offered` })),
  ];
}

function compareTool(tool: string, pin: Pin | undefined, now: Fingerprint): readonly LockDifference[] {
  const as = (kind: LockDifference['kind'], detail: string): LockDifference => ({
    kind,
    tool,
    message: `Tool '${tool}': ${detail}`,
  });
  if (pin === undefined) return [as('new', 'not in the lock')];
  const { hints, prose } = comparePin(pin, now);
  const since = `since it was pinned on ${pin.pinnedAt.slice(0, 10)}`;
  const changes = describeHintChanges(pin.hints, now.hints).join(', ');
  return [
    ...(hints === 'same' ? [] : [as(hints, `${hints} ${since}: ${changes}`)]),
    ...(prose === 'same' ? [] : [as('changed', `its texts or schemas changed ${since}`)]),
  ];
}
