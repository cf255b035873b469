import { describeDifference } from './compare.ts';
import type { Finding, Outcome } from './finding.ts';

/** One row for one target: how each thing of an aspect ended. */
export interface Cell {
  /** `kept`, or what happened and to how many. */
  readonly text: string;
  /** The first things that changed or failed; empty where the text says it all. */
  readonly details: readonly string[];
}

/** What a reader must know first, worst first. */
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

/** Findings by aspect, in the order in which the aspects were first met. */
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

/** What is wrong with a finding, in a sentence; nothing where it was kept or repaired. */
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

/** Everything that a client was not given as it was sent, one sentence each. */
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
      ...columns.map(({ cells }) => emphasise(cells.get(aspect)?.text ?? 'not tried')),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

/** What happened in detail, below the table. */
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

function emphasise(text: string): string {
  return /^(kept|repaired|left out|not tried)/.test(text) ? text : `**${text}**`;
}

function toCode(text: string): string {
  return `\`${text.replaceAll(/[`\n|]/g, ' ').slice(0, 120)}\``;
}
