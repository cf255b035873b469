import { safeText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';
import { diffLines, withContext } from '../text/line-diff.ts';
import { breakLine } from '../text/long-text.ts';

type Definition = Readonly<Record<string, unknown>>;

const CONTEXT_LINES = 2;
/** Longer diffs are cut with a note; a file is better for reading them. */
const MAX_LINES = 500;
const MARKS = { same: ' ', removed: '-', added: '+' } as const;

/** A line diff of two versions of a definition. */
export function renderDefinitionDiff(before: Definition, after: Definition, screen: Screen): readonly string[] {
  const { paint, columns } = screen;
  const all = withContext(diffLines(linesOf(before), linesOf(after)), CONTEXT_LINES).flatMap((line) => {
    if (line === undefined) return [paint('dim', '    …')];
    const style = line.kind === 'removed' ? 'red' : line.kind === 'added' ? 'green' : 'dim';
    return breakLine(line.text, columns - 6).map((part) => paint(style, `    ${MARKS[line.kind]} ${part}`.trimEnd()));
  });
  if (all.length <= MAX_LINES) return all;
  const more = `    … and ${all.length - MAX_LINES} more lines; toolmark tools show --json has the definition`;
  return [...all.slice(0, MAX_LINES), paint('yellow', more)];
}

/** Pretty JSON with sorted keys, so that only real changes differ; long texts are split into lines. */
function linesOf(definition: Definition): readonly string[] {
  return (JSON.stringify(definition, sorted, 2) ?? '')
    .split('\n')
    .flatMap((line) => line.replaceAll(/(?<!\\)(?:\\\\)*\\n/g, (breaks) => `${breaks}\n`).split('\n'))
    .map(visible);
}

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Escapes hidden characters, which some changes consist of. */
function visible(line: string): string {
  return safeText(
    line.replaceAll(
      /\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    ),
  );
}
