import type { TextMark, TextMarkKind } from '@toolmark/api-contract';
import { DEEPEST_INDENT, HIDDEN, type JsonPiece, type JsonRow, layoutJson } from '@toolmark/api-contract/exact-json';

/** A row of exact JSON text, divided into segments with different styles. */
export interface ExactRow {
  readonly indent: number;
  readonly segments: readonly Segment[];
}

export interface Segment {
  readonly text: string;
  readonly kind: JsonPiece['kind'] | 'hidden';
  /** The mark that the segment belongs to. */
  readonly mark: TextMarkKind | undefined;
  /** Whether the mark starts with this segment. */
  readonly isFirst: boolean;
}

/** A row and the member of `params` that it belongs to; `undefined` outside of the members. */
export interface MemberRow {
  readonly member: string | undefined;
  readonly row: ExactRow;
  /** Its end in the text. */
  readonly end: number;
}

/**
 * Divides the JSON of `params` into rows by member, so that `arguments` can be told from everything else that is sent.
 * The brackets around the members, and around each member's own members, are left out; everything else is kept
 * character by character. Rows are generated lazily.
 *
 * @example
 * [...memberRows('{"name":"a","arguments":{"id":1}}', [])].map(({ member }) => member) // ['name', 'arguments']
 */
export function* memberRows(text: string, marks: readonly TextMark[]): Generator<MemberRow, void, undefined> {
  const segmentsOf = createSegmenter(text, marks);
  let member: string | undefined;
  for (const row of layoutJson(text)) {
    const [first] = row.pieces;
    if (first === undefined || row.depth === 0) continue;
    const end = row.pieces.at(-1)?.end ?? 0;
    if (row.depth > 1 || row.isContinued) {
      yield { member, row: toRow(row, row.pieces, segmentsOf), end };
      continue;
    }
    const isMember = first.kind === 'name';
    if (isMember) member = decodeName(text.slice(first.start, first.end));
    const rest = row.pieces.slice(isMember ? 2 : 0).filter((piece) => !isFrame(text, piece));
    if (rest.length > 0) yield { member, row: toRow(row, rest, segmentsOf), end };
  }
}

/** Whether a piece is a bracket of a member or the comma after it. */
function isFrame(text: string, { kind, start, end }: JsonPiece): boolean {
  return kind === 'punctuation' && end - start === 1 && text.charAt(start) !== ':';
}

function toRow(
  { depth, isContinued }: JsonRow,
  pieces: readonly JsonPiece[],
  segmentsOf: (piece: JsonPiece) => readonly Segment[],
): ExactRow {
  const indent = Math.min(Math.max(0, depth - 2), DEEPEST_INDENT) + (isContinued ? 1 : 0);
  return { indent, segments: pieces.flatMap(segmentsOf) };
}

/** Splits pieces at marks and hidden characters. Both come in order, so each mark is visited once. */
function createSegmenter(text: string, marks: readonly TextMark[]): (piece: JsonPiece) => readonly Segment[] {
  let next = 0;
  return (piece) => {
    const segments: Segment[] = [];
    const push = (from: number, to: number, mark: TextMark | undefined): void => {
      if (to > from)
        segments.push(...visibleSegments(text.slice(from, to), piece.kind, mark?.kind, mark?.start === from));
    };
    let at = piece.start;
    while (next < marks.length && (marks[next]?.end ?? 0) <= at) next++;
    for (let index = next; at < piece.end; index++) {
      const mark = marks[index];
      if (mark === undefined || mark.start >= piece.end) break;
      if (mark.end <= at) continue;
      push(at, Math.max(at, mark.start), undefined);
      const end = Math.min(mark.end, piece.end);
      push(Math.max(at, mark.start), end, mark);
      at = Math.max(at, end);
    }
    push(at, piece.end, undefined);
    return segments;
  };
}

function visibleSegments(
  text: string,
  kind: JsonPiece['kind'],
  mark: TextMarkKind | undefined,
  isFirst: boolean,
): readonly Segment[] {
  if (kind === 'punctuation') return [{ text: text === ':' ? ': ' : text, kind, mark, isFirst }];
  const segments: Segment[] = [];
  let at = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (index > at) segments.push({ text: text.slice(at, index), kind, mark, isFirst: isFirst && at === 0 });
    segments.push({ text: toCode(hidden), kind: 'hidden', mark, isFirst: isFirst && index === 0 });
    at = index + hidden.length;
  }
  if (at < text.length) segments.push({ text: text.slice(at), kind, mark, isFirst: isFirst && at === 0 });
  return segments;
}

const toCode = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Decodes a member's name: a whole JSON string, unless the text was cut inside it. */
function decodeName(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
