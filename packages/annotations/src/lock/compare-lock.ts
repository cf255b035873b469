import { comparePin, describeHintChanges } from './compare-pin.ts';
import type { Pin, ServerPins, ToolPrint } from './lock.ts';

/** A tool's current print, under the name its server gives it. */
export type PrintedTool = readonly [name: string, print: ToolPrint];

/** One difference between a server and its pins. */
export interface LockDifference {
  /**
   * `relaxed` and `tightened` refer to hints, or to the class that the words imply; `changed` means that only the words
   * changed.
   */
  readonly kind: 'relaxed' | 'tightened' | 'changed' | 'new' | 'gone';
  readonly tool: string;
  /** A sentence that names the tool. */
  readonly message: string;
}

/**
 * Compares the tools of a server with their pins, in the order of the tools.
 *
 * @example
 * compareLock(pins, [['read_note', await fingerprint(tool)]])[0]?.message
 * // "Tool 'read_note': relaxed since it was pinned on 2026-11-16: readOnlyHint false → true"
 */
export function compareLock(pins: ServerPins, tools: readonly PrintedTool[]): readonly LockDifference[] {
  const offered = new Set(tools.map(([name]) => name));
  const removed = [...pins.keys()].filter((name) => !offered.has(name));
  return [
    ...tools.flatMap(([name, print]) => compareTool(name, pins.get(name), print)),
    ...removed.map((tool) => ({ kind: 'gone' as const, tool, message: `Tool '${tool}': in the lock but not offered` })),
  ];
}

function compareTool(tool: string, pin: Pin | undefined, now: ToolPrint): readonly LockDifference[] {
  const as = (kind: LockDifference['kind'], detail: string): LockDifference => ({
    kind,
    tool,
    message: `Tool '${tool}': ${detail}`,
  });
  if (pin === undefined) return [as('new', 'not in the lock')];
  const { hints, prose, meaning } = comparePin(pin, now);
  const since = `since it was pinned on ${pin.pinnedAt.slice(0, 10)}`;
  const change = (['relaxed', 'tightened'] as const).find((kind) => hints === kind || meaning === kind);
  const details = [
    ...describeHintChanges(pin.hints, now.hints),
    ...(meaning === 'same' ? [] : describeMeaningChanges(pin, now)),
  ];
  return [
    ...(change === undefined ? [] : [as(change, `${change} ${since}: ${details.join(', ')}`)]),
    ...(prose === 'same' ? [] : [as('changed', `its texts or schemas changed ${since}`)]),
  ];
}

function describeMeaningChanges(pin: Pin, now: ToolPrint): readonly string[] {
  const { contradicted: before = [] } = pin;
  const { contradicted: after = [] } = now;
  const lost = before.filter((hint) => !after.includes(hint));
  const found = after.filter((hint) => !before.includes(hint));
  return [
    ...(pin.class === now.class ? [] : [`counts as ${now.class} instead of ${pin.class}`]),
    ...lost.map((hint) => `its words no longer contradict ${hint}`),
    ...found.map((hint) => `its words contradict ${hint}`),
  ];
}
