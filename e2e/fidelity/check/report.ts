import { describeDifference } from './compare.ts';
import type { Finding, Outcome } from './finding.ts';

/** The outcomes of one aspect for one target. */
export interface Cell {
  /** `kept`, or the kind and number of changes. */
  readonly text: string;
  /** The first changes or failures; empty if the text is sufficient. */
  readonly details: readonly string[];
}

/** Worst first. */
const order: readonly Outcome['kind'][] = ['failed', 'lost', 'changed', 'malformed', 'left-out', 'repaired', 'kept'];

const words: Readonly<Record<Outcome['kind'], string>> = {
  kept: 'kept',
  repaired: 'repaired',
  'left-out': 'left out',
  malformed: 'sent on malformed',
  changed: 'changed',
  lost: 'lost',
  failed: 'request fails',
};

const MAX_DETAILS = 3;

/** Findings by aspect, in order of first occurrence. */
export function toCells(findings: readonly Finding[]): ReadonlyMap<string, Cell> {
  const byAspect = Map.groupBy(findings, ({ aspect }) => aspect);
  return new Map([...byAspect].map(([aspect, group]) => [aspect, toCell(group)]));
}

function toCell(findings: readonly Finding[]): Cell {
  const worst = order.find((kind) => findings.some(({ outcome }) => outcome.kind === kind)) ?? 'kept';
  const hit = findings.filter(({ outcome }) => outcome.kind === worst);
  const all = hit.length === findings.length;
  return {
    text: all ? words[worst] : `${words[worst]} (${hit.length} of ${findings.length})`,
    details:
      worst === 'changed' || worst === 'failed' ? [...new Set(hit.flatMap(describeFinding))].slice(0, MAX_DETAILS) : [],
  };
}

/** Describes a finding in one sentence; empty if the value was kept or repaired. */
function describeFinding({ subject, outcome }: Finding): readonly string[] {
  switch (outcome.kind) {
    case 'kept':
    case 'repaired':
    case 'left-out':
      return [];
    case 'changed':
      return [`${subject}: ${outcome.differences.map(describeDifference).slice(0, MAX_DETAILS).join(', ')}`];
    case 'failed':
      return [outcome.message.replaceAll(/(\\n|\s)+/g, ' ')];
    default:
      return [`${subject}: ${words[outcome.kind]}`];
  }
}

/** One sentence for each value that the client did not receive as sent. */
export function problemsIn(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((finding) => describeFinding(finding).map((text) => `${finding.aspect}: ${text}`));
}

export interface Column {
  readonly name: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** A Markdown table with a row for each aspect and a column for each target. */
export function toTable(columns: readonly Column[]): string {
  const aspects = [...new Set(columns.flatMap(({ cells }) => [...cells.keys()]))];
  const rows = [
    ['what was sent', ...columns.map(({ name }) => name)],
    ...aspects.map((aspect) => [
      aspect,
      ...columns.map(({ cells }) => boldProblems(cells.get(aspect)?.text ?? 'not tried')),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

/** The details below the table. */
export function toDetails(columns: readonly Column[]): string {
  return columns
    .map(({ name, cells }) => {
      const lines = [...cells].flatMap(([aspect, { details }]) =>
        details.map((detail) => `- ${aspect}: ${toCode(detail)}`),
      );
      return lines.length === 0 ? `### ${name}\n\nNothing to tell.` : `### ${name}\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

function boldProblems(text: string): string {
  return /^(kept|repaired|left out|not tried)/.test(text) ? text : `**${text}**`;
}

function toCode(text: string): string {
  return `\`${text.replaceAll(/[`\n|]/g, ' ').slice(0, 120)}\``;
}
