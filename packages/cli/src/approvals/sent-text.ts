import type { Approval, SentParams, TextMarkKind } from '@toolmark/api-contract';
import { escapeHidden, type JsonRow, layoutJson, rowText } from '@toolmark/api-contract/exact-json';
import { safeText } from '@toolmark/audit';
import { renderArguments, renderBody } from '../calls/show-text.ts';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toCount, toSize } from '../text/amounts.ts';
import { breakLine, renderJson } from '../text/long-text.ts';
import { shellWord } from '../text/shell-word.ts';

const INDENT = '    ';
/** Longer texts are shortened; the whole can be sent to a pager. */
const FOLDED_FROM = 12_000;
/** How much of a shortened text is shown. */
const FOLDED_ROWS = 40;
/** Wrapping by visible width is slow; longer texts are left to the terminal. */
const BROKEN_UP_TO = 20_000;

const MARKS: Readonly<Record<TextMarkKind, string>> = { secret: 'secret', lookalike: 'lookalike letters' };

/** The exact parameters while the call waits, and the recorded ones afterwards. */
export function renderSent(approval: Approval, screen: Screen): readonly string[] {
  const { sent, others } = approval;
  if (sent?.text != null) return renderExact(approval.id, { ...sent, text: sent.text }, screen);
  const besides = others === null ? [] : renderBody('Also sent', others, screen, renderJson);
  const digest = sent === null ? [] : ['', ...renderDigest('Digest of all parameters', sent, screen)];
  const proof =
    sent?.sha256 === null
      ? [`${INDENT}Check what was sent: toolmark calls verify ${shellWord(safeText(approval.call_id))} --params FILE`]
      : [];
  return [...renderArguments(approval.arguments, screen), ...besides, ...digest, ...proof];
}

type Exact = SentParams & { readonly text: string };

function renderExact(id: string, sent: Exact, screen: Screen): readonly string[] {
  const { text, is_cut: isCut } = sent;
  const isFolded = isCut || text.length > FOLDED_FROM;
  const rows: string[] = [];
  let shown = 0;
  for (const row of layoutJson(text)) {
    if (isFolded && rows.length >= FOLDED_ROWS) break;
    rows.push(...renderRow(sent, row, screen));
    shown = row.pieces.at(-1)?.end ?? shown;
  }
  const all = `toolmark approvals show ${shellWord(safeText(id))} --full`;
  return [
    '',
    ...renderDigest('Sent to the server, exactly', sent, screen),
    ...notesOf(sent).map((note) => `  ${screen.paint('yellow', '!')} ${note}`),
    ...rows,
    ...(isFolded ? renderFold(sent.bytes, shown, all, screen) : []),
    ...renderHeaders(sent, screen),
  ];
}

/** The complete parameters. */
export function renderWhole(sent: Exact, screen: Screen): readonly string[] {
  return [
    ...renderDigest('Sent to the server, exactly', sent, screen),
    ...notesOf(sent).map((note) => `  ${screen.paint('yellow', '!')} ${note}`),
    ...[...layoutJson(sent.text)].flatMap((row) => renderRow(sent, row, screen)),
    ...renderHeaders(sent, screen),
  ];
}

function renderRow({ text, marks }: Exact, row: JsonRow, { columns, paint }: Screen): readonly string[] {
  const [from, to] = [row.pieces[0]?.start ?? 0, row.pieces.at(-1)?.end ?? 0];
  const kinds = new Set(marks.filter(({ start, end }) => start < to && end > from).map(({ kind }) => kind));
  const line = rowText(text, row);
  const lines = text.length > BROKEN_UP_TO ? [line] : breakLine(line, columns - INDENT.length);
  if (kinds.size === 0) return lines.map((each) => `${INDENT}${each}`.trimEnd());
  // Marks are words as well, never colour alone.
  const note = `${INDENT}  ↑ ${[...kinds].map((kind) => MARKS[kind]).join(', ')}`;
  return [...lines.map((each) => `${INDENT}${paint('yellow', each)}`.trimEnd()), paint('yellow', note)];
}

function renderDigest(title: string, { bytes, sha256 }: SentParams, { paint }: Screen): readonly string[] {
  const head = (size: string): string => `  ${paint('bold', title)}  ${paint('dim', size)}`;
  if (sha256 === null) return [head(toSize(bytes))];
  return [head(`${toSize(bytes)}, SHA-256`), `${INDENT}${paint('dim', safeText(sha256))}`];
}

function notesOf({ text, marks, searched }: Exact): readonly string[] {
  const secrets = marks.filter(({ kind }) => kind === 'secret').length;
  const lookalikes = marks.filter(({ kind }) => kind === 'lookalike').length;
  return [
    ...(secrets > 0 ? [`${plural(secrets, 'secret')}: marked here, left out of the record.`] : []),
    ...(lookalikes > 0 ? [`${plural(lookalikes, 'word')} with lookalike letters: marked.`] : []),
    ...(searched < text.length ? [`Only the first ${toCount(searched)} characters were searched for secrets.`] : []),
  ];
}

const renderFold = (bytes: number, shown: number, all: string, { paint }: Screen): readonly string[] => [
  `${INDENT}…`,
  `  ${paint('yellow', '!')} Showing ${toCount(shown)} characters of ${toSize(bytes)}. To see everything:`,
  `    ${all}`,
];

function renderHeaders({ headers }: SentParams, { paint }: Screen): readonly string[] {
  const entries = Object.entries(headers);
  if (entries.length === 0) return [];
  const lines = entries.map(([name, value]) => `${INDENT}${safeText(name)}: ${escapeHidden(JSON.stringify(value))}`);
  return ['', `  ${paint('bold', 'Sent as HTTP headers')}`, ...lines];
}
