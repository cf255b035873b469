import { clip } from '@toolmark/base';
import type { RecordedQuestion } from '@toolmark/record';
import type { FormText } from './sent/form-text.ts';

const LONGEST_TEXT = 1_000;

/** The text of a question: the call, the reason, and everything that is sent. Texts of others stay on one line, so that they cannot imitate ours. */
export function questionText(question: RecordedQuestion, { lines: sent, isWhole }: FormText): string {
  const { id, title, server, tool, rule, reason, client } = question;
  const who = client === null ? 'A client' : `'${oneLine(client)}'`;
  const lines = [
    `${who} wants to call '${oneLine(title)}' (tool ${oneLine(tool)} of server ${oneLine(server)}).`,
    `It is ${describeHints(question)}.`,
    `Stopped by ${oneLine(rule)}: ${oneLine(reason, LONGEST_TEXT)}`,
    ...sent,
    ...(isWhole
      ? []
      : [`It can only be approved where all of it is shown: toolmark approvals show ${id}, or the page.`]),
  ];
  return lines.join('\n');
}

/** Class and hints in words, the most dangerous first; an undeclared hint is marked as assumed. */
function describeHints({ class: of, effective }: RecordedQuestion): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = effective;
  const { source } = of === 'read' ? readOnlyHint : destructiveHint;
  const what = { read: 'said only to read', additive: 'said only to add', destructive: 'destructive' }[of];
  const words = [source === 'default' ? `${what} (assumed, its server does not say)` : what];
  if (openWorldHint.value) words.push('reaches systems outside of it');
  if (of !== 'read' && !idempotentHint.value) words.push('repeating it may do it again');
  return words.join('; ');
}

/** One line: replaces line breaks, and characters that hide or reorder text, with U+FFFD. */
export function oneLine(text: string, most = 200): string {
  return clip(text, most)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
