import { safeText } from '@toolmark/audit';
import type { ShownText } from '@toolmark/setup';
import type { Screen } from '../gateway-client-command.ts';
import { type DiffLine, diffLines, withContext } from '../text/line-diff.ts';

const CONTEXT_LINES = 2;

/** The changed lines of a file with some context. Compares the real text, and prints it without secrets. */
export function renderDiff(before: ShownText, after: ShownText, { paint }: Screen): readonly string[] {
  let [old, fresh] = [0, 0];
  const lines = diffLines(linesOf(before), linesOf(after)).map(({ kind }): DiffLine => {
    const text = (kind === 'removed' ? before.shown[old] : after.shown[fresh]) ?? '';
    if (kind !== 'added') old += 1;
    if (kind !== 'removed') fresh += 1;
    return { kind, text };
  });
  return withContext(lines, CONTEXT_LINES).map((line) => {
    if (line === undefined) return paint('dim', '    …');
    const text = safeText(line.text.replaceAll('\t', '  '));
    if (line.kind === 'added') return paint('green', `  + ${text}`);
    return line.kind === 'removed' ? paint('red', `  - ${text}`) : paint('dim', `    ${text}`);
  });
}

/** An empty text has no lines. */
const linesOf = ({ lines }: ShownText): readonly string[] => (lines.length === 1 && lines[0] === '' ? [] : lines);
