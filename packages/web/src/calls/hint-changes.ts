import type { HintKey, ToolHint } from '@toolmark/api-contract';
import { HINTS } from '../hints/words.ts';

/** One hint as it counted then, and as it counts now. */
export interface HintChange {
  readonly name: HintKey;
  readonly before: ToolHint | undefined;
  readonly after: ToolHint | undefined;
  /** `source`: it is still the same, on somebody else's word. */
  readonly changed: 'value' | 'source' | 'no';
}

type Hints = Readonly<Record<HintKey, ToolHint>> | null | undefined;

/** The four hints beside each other. Where one side is not known nothing is said to have changed. */
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
