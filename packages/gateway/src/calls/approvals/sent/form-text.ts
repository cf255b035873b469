import { escapeHidden, type JsonRow, layoutJson, pieceText, rowText } from '@toolmark/api-contract/exact-json';
import type { SentText } from './sent-text.ts';

/** A form must fit into a dialog where a person reads it. */
const LONGEST_FORM = 20_000;
/** Characters shown of params that do not fit. */
const BEGINNING = 2_000;

/** The params of a call as lines of a client's form. */
export interface FormText {
  readonly lines: readonly string[];
  /** `false` if only the beginning is shown; then the form cannot approve. */
  readonly isWhole: boolean;
}

/** All params, or their beginning and the length of the rest. */
export function toFormText(sent: Pick<SentText, 'text' | 'bytes' | 'sha256' | 'view'>): FormText {
  const { bytes, sha256 } = sent;
  const headers = Object.entries(sent.view(0).headers).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const extra = headers.length === 0 ? [] : ['With these HTTP headers:', ...headers.map(escapeHidden)];
  const rows = linesOf(sent.text, LONGEST_FORM);
  if (rows !== undefined && lengthOf(extra) <= LONGEST_FORM)
    return { isWhole: true, lines: [`Exactly this is sent (${bytes} bytes, SHA-256 ${sha256}):`, ...rows, ...extra] };
  const beginning = escapeHidden(sent.text.slice(0, BEGINNING)).slice(0, BEGINNING);
  return {
    isWhole: false,
    lines: [
      `It sends ${bytes} bytes (SHA-256 ${sha256}), more than fits here. It begins with:`,
      beginning,
      `Not shown here: the rest, ${sent.text.length - Math.min(BEGINNING, sent.text.length)} characters${extra.length === 0 ? '' : ', and HTTP headers'}.`,
    ],
  };
}

/** `undefined` if they are longer. A string stays on one line, so that its content cannot imitate another line. */
function linesOf(text: string, longest: number): readonly string[] | undefined {
  const lines: string[] = [];
  let length = 0;
  for (const row of layoutJson(text)) {
    const line = row.isContinued ? continuationOf(text, row) : rowText(text, row);
    length += line.length + 1;
    if (length > longest) return undefined;
    if (row.isContinued) lines.push((lines.pop() ?? '') + line);
    else lines.push(line);
  }
  return lines;
}

/** Without the indent, which could be mistaken for spaces in the string. */
const continuationOf = (text: string, { pieces }: JsonRow): string =>
  pieces.map((piece) => pieceText(text, piece)).join('');
const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);
