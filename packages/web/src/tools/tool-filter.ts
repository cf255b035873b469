import type { DecisionKind, HintKey, Standing, Tool, ToolClassName, ToolHint } from '@toolmark/api-contract';
import { HINTS } from '../hints/labels.ts';
import { findingTotal, type Severity } from './labels.ts';

/** The effective value, or `absent` if the server did not declare it. */
export type HintFilter = 'true' | 'false' | 'absent';

export type FindingFilter = Severity | 'any' | 'none';

/** The filter of the tool list. Values of one field are alternatives; an empty field does not filter. */
export interface ToolFilter {
  /** Words that must all occur in a name, the title or the description. */
  readonly words: string;
  readonly servers: readonly string[];
  readonly classes: readonly ToolClassName[];
  readonly hints: Readonly<Record<HintKey, readonly HintFilter[]>>;
  /** Tools with at least one hint from these sources. */
  readonly sources: readonly ToolHint['source'][];
  readonly findings: readonly FindingFilter[];
  readonly standings: readonly Standing['state'][];
  readonly decisions: readonly DecisionKind[];
  /** Whether all four hints are declared. */
  readonly declares: readonly ('all' | 'part')[];
  readonly contradicted: readonly ('yes' | 'no')[];
  readonly overridden: readonly ('yes' | 'no')[];
  /** Whether it is enabled or disabled. */
  readonly offered: readonly ('yes' | 'no')[];
}

export const EVERYTHING: ToolFilter = {
  words: '',
  servers: [],
  classes: [],
  hints: { readOnlyHint: [], destructiveHint: [], idempotentHint: [], openWorldHint: [] },
  sources: [],
  findings: [],
  standings: [],
  decisions: [],
  declares: [],
  contradicted: [],
  overridden: [],
  offered: [],
};

/**
 * The tools that match a filter, in their order.
 *
 * @example
 * filterTools(tools, { ...EVERYTHING, classes: ['destructive'] })
 */
export function filterTools(tools: readonly Tool[], filter: ToolFilter): readonly Tool[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter(
    (tool) => matchesFilter(tool, filter) && words.every((word) => searchableText(tool).includes(word)),
  );
}

function matchesFilter(tool: Tool, filter: ToolFilter): boolean {
  const { hints } = tool;
  return (
    allows(filter.servers, tool.server) &&
    allows(filter.classes, tool.class) &&
    allows(filter.standings, tool.standing.state) &&
    allows(filter.decisions, tool.policy.decision) &&
    allows(filter.contradicted, tool.contradictions.length > 0 ? 'yes' : 'no') &&
    allows(filter.overridden, tool.override === null ? 'no' : 'yes') &&
    allows(filter.offered, tool.curation.enabled ? 'yes' : 'no') &&
    allows(filter.declares, HINTS.every((name) => hints[name].declared !== null) ? 'all' : 'part') &&
    isAny(filter.sources, (source) => HINTS.some((name) => hints[name].source === source)) &&
    isAny(filter.findings, (finding) => hasFinding(tool, finding)) &&
    HINTS.every((name) => isAny(filter.hints[name], (wanted) => hasHint(hints[name], wanted)))
  );
}

const allows = <Value>(wanted: readonly Value[], value: Value): boolean =>
  wanted.length === 0 || wanted.includes(value);

const isAny = <Value>(wanted: readonly Value[], test: (one: Value) => boolean): boolean =>
  wanted.length === 0 || wanted.some(test);

const hasHint = ({ value, declared }: ToolHint, wanted: HintFilter): boolean =>
  wanted === 'absent' ? declared === null : String(value) === wanted;

function hasFinding({ finding_counts: counts }: Tool, wanted: FindingFilter): boolean {
  if (wanted === 'any') return findingTotal(counts) > 0;
  return wanted === 'none' ? findingTotal(counts) === 0 : counts[wanted] > 0;
}

/** Tools are immutable, so the searchable text of each is built once. */
const texts = new WeakMap<Tool, string>();

function searchableText(tool: Tool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const { title, description } = tool.original;
  const own = `${title ?? ''}\n${description ?? ''}`;
  const text = `${tool.exposed_name}\n${tool.name}\n${tool.title}\n${tool.description ?? ''}\n${own}`.toLowerCase();
  texts.set(tool, text);
  return text;
}
