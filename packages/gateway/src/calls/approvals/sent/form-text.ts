import { escapeHidden, type JsonRow, layoutJson, pieceText, rowText } from '@toolmark/api-contract/exact-json';
import type { SentText } from './sent-text.ts';

/** What a client shows in a form has to fit into a dialog, and a person has to read it there. */
const LONGEST_FORM = 20_000;
/** Enough to see what it is about. */
const BEGINNING = 2_000;

/** What leaves with a call, in lines for a client's form. */
export interface FormText {
  readonly lines: readonly string[];
  /** `false`: only the beginning. Whoever sees no more cannot approve it. */
  readonly isWhole: boolean;
}

/** Everything that is sent, or the beginning of it and how much is missing. */
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

/** `undefined` where they are longer. A string stays on one line, so that none of them is somebody else's. */
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

/** Without the indent: the string itself may go on with spaces. */
const continuationOf = (text: string, { pieces }: JsonRow): string =>
  pieces.map((piece) => pieceText(text, piece)).join('');
const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);
