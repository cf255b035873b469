import type { HintKey, ToolHint } from '@toolmark/api-contract';
import { HINTS } from '../hints/labels.ts';

/** One hint at the time of the call, and now. */
export interface HintChange {
  readonly name: HintKey;
  readonly before: ToolHint | undefined;
  readonly after: ToolHint | undefined;
  /** `source`: the value is the same, but comes from another source. */
  readonly changed: 'value' | 'source' | 'no';
}

type Hints = Readonly<Record<HintKey, ToolHint>> | null | undefined;

/** Compares the four hints. If one side is unknown, nothing counts as changed. */
export function compareHints(then: Hints, now: Hints): readonly HintChange[] {
  return HINTS.map((name) => {
    const before = then?.[name];
    const after = now?.[name];
    const isKnown = before !== undefined && after !== undefined;
    const changed = !isKnown
      ? 'no'
      : before.value !== after.value
        ? 'value'
        : before.source !== after.source
          ? 'source'
          : 'no';
    return { name, before, after, changed };
  });
}
