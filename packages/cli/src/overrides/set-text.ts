import { HINT_NAMES, type Result } from '@toolmark/annotations';
import type { HintKey, OverrideAnswer } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import type { Answer } from '../gateway-client.ts';
import { type CommandFailure, type CommandOutput, output } from '../gateway-client-command.ts';
import { hintsOf } from './list.ts';
import type { Target } from './target.ts';

/** The requested hints; `null` removes an override. */
export type WantedHints = Readonly<Partial<Record<HintKey, boolean | null>>>;

/** What was set or removed, and the effective hints. */
export function showSet(
  target: Target,
  spokenOf: WantedHints,
  { value, json }: Answer<OverrideAnswer>,
): Result<CommandOutput, CommandFailure> {
  return output({
    json,
    lines: ({ paint, columns }) => [
      `${paint('green', '✓')} ${targetLabel(target)}: ${wordOf(value)}`,
      ...HINT_NAMES.filter((hint) => hint in spokenOf).flatMap((hint) => hintLine(hint, target, value)),
      ...(value.note === null ? [] : wrapText(safeText(value.note), columns - 2)).map(
        (line) => `  ${paint('yellow', line)}`,
      ),
    ],
  });
}

function wordOf({ override, matching_tools: count }: OverrideAnswer): string {
  if (override === null) return 'the override was removed';
  return `${hintsOf(override)} is set${count < 2 ? '' : `, for ${count} current tools`}`;
}

/** The new effective value for a single tool; for a pattern it differs per tool. */
function hintLine(hint: HintKey, { tool }: Target, { effects: [effect] }: OverrideAnswer): readonly string[] {
  if (tool === undefined) return [];
  const before = effect?.before.hints[hint] ?? tool.hints[hint].value;
  const now = effect?.after.hints[hint] ?? before;
  return [`  ${hint}=${now}${before === now ? ', unchanged' : ` (was ${before})`}`];
}

export const targetLabel = ({ server, name }: Target): string => safeText(`${server}/${name}`);
