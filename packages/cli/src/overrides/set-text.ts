import { HINT_NAMES, type Result } from '@toolmark/annotations';
import type { HintKey, OverrideAnswer } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import type { Answer } from '../gateway-client.ts';
import { type Told, told, type Untold } from '../gateway-client-command.ts';
import { plural } from '../text/amounts.ts';
import { hintsOf } from './list.ts';
import type { Target } from './target.ts';

/** What a person says of the hints: `null` takes back what was said. */
export type WantedHints = Readonly<Partial<Record<HintKey, boolean | null>>>;

/** What was set or removed, and what counts now. */
export function showSet(
  target: Target,
  spokenOf: WantedHints,
  { value, json }: Answer<OverrideAnswer>,
): Result<Told, Untold> {
  return told({
    json,
    lines: ({ paint, columns }) => [
      `${paint('green', '✓')} ${nameOf(target)}: ${wordOf(value)}`,
      ...HINT_NAMES.filter((hint) => hint in spokenOf).flatMap((hint) => hintLine(hint, target, value)),
      ...(value.note === null ? [] : wrapText(safeText(value.note), columns - 2)).map(
        (line) => `  ${paint('yellow', line)}`,
      ),
    ],
  });
}

function wordOf({ override, matching_tools: count }: OverrideAnswer): string {
  if (override === null) return 'no hint is set any more';
  return `${hintsOf(override)} is set${count < 2 ? '' : `, for ${plural(count, 'tool')} of now`}`;
}

/** What counts of one tool now; of a pattern nothing is said, since it is something else for each. */
function hintLine(hint: HintKey, { tool }: Target, { effects: [effect] }: OverrideAnswer): readonly string[] {
  if (tool === undefined) return [];
  const before = effect?.before.hints[hint] ?? tool.hints[hint].value;
  const now = effect?.after.hints[hint] ?? before;
  return [`  ${hint}=${now}${before === now ? ', as before' : ` (was ${before})`}`];
}

export const nameOf = ({ server, name }: Target): string => safeText(`${server}/${name}`);
