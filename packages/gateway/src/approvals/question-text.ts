import { isJsonObject } from '@toolmark/annotations';
import { clip } from '../core/clip.ts';
import type { Body } from '../record/entry.ts';
import type { RecordedQuestion } from './record.ts';
import { toCallBody } from './shown-arguments.ts';

const MOST_ARGUMENTS = 20;
const LONGEST_ARGUMENT = 400;
const LONGEST_TEXT = 1_000;

/**
 * The question in words: what would be done, to what, why somebody is asked. Nothing in it can pass for a line of ours.
 * `isOutside`: whether there is more to be seen elsewhere.
 */
export function questionText(question: RecordedQuestion, isOutside: boolean): string {
  const { id, title, server, tool, rule, reason, client } = question;
  const who = client === null ? 'A client' : `'${oneLine(client)}'`;
  const lines = [
    `${who} wants to call '${oneLine(title)}' (tool ${oneLine(tool)} of server ${oneLine(server)}).`,
    `It is ${describeHints(question)}.`,
    `Stopped by ${oneLine(rule)}: ${oneLine(reason, LONGEST_TEXT)}`,
    ...describeArguments(question.arguments, isOutside ? id : undefined),
  ];
  return lines.join('\n');
}

/** Class and hints in words, the worst first; a hint that nobody declared is said to be an assumption. */
function describeHints({ class: of, effective }: RecordedQuestion): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = effective;
  const { source } = of === 'read' ? readOnlyHint : destructiveHint;
  const what = { read: 'said only to read', additive: 'said only to add', destructive: 'destructive' }[of];
  const words = [source === 'default' ? `${what} (assumed, its server does not say)` : what];
  if (openWorldHint.value) words.push('reaches systems outside of it');
  if (of !== 'read' && !idempotentHint.value) words.push('repeating it may do it again');
  return words.join('; ');
}

function describeArguments(body: Body | null, id: string | undefined): readonly string[] {
  if (body === null) return ['It has no arguments.'];
  const { value, bytes, is_cut: isCut } = toCallBody(body);
  const where = (mark: string): string => (id === undefined ? '' : `${mark} toolmark approvals show ${id}`);
  if (!isJsonObject(value)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [
      `Arguments: ${oneLine(text, LONGEST_TEXT)}`,
      ...(isCut ? [`(the beginning of ${bytes} bytes${where(';')})`] : []),
    ];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return ['It has no arguments.'];
  const lines = entries.slice(0, MOST_ARGUMENTS).map(([name, given]) => `- ${oneLine(name)}: ${printed(given)}`);
  const isLonger = isCut || entries.length > MOST_ARGUMENTS || lines.some((line) => line.endsWith('…'));
  return ['Arguments:', ...lines, ...(isLonger ? [`(not all of it is shown${where(':')})`] : [])];
}

const printed = (value: unknown): string => oneLine(JSON.stringify(value) ?? 'null', LONGEST_ARGUMENT);

/** Line breaks, and marks that turn or hide text, are shown as what they are: something that is not there to be read. */
export function oneLine(text: string, most = 200): string {
  return clip(text, most)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
