import type { Tool, ToolClassName } from '@toolmark/api-contract';
import { CLASSES, HINTS } from '../../hints/labels.ts';

export interface ToolFilter {
  readonly words: string;
  readonly classes: readonly ToolClassName[];
  /** Only tools with audit findings. */
  readonly onlyFindings: boolean;
}

/** The filtered tools: those with errors first, then those with warnings, else in the server's order. */
export function pickTools(tools: readonly Tool[], { words, classes, onlyFindings }: ToolFilter): readonly Tool[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = tools.filter((tool) => {
    if (classes.length > 0 && !classes.includes(tool.class)) return false;
    if (onlyFindings && !hasFindings(tool)) return false;
    const text = `${tool.title}\n${tool.name}\n${tool.exposed_name}\n${tool.description ?? ''}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return shown.toSorted((a, b) => attentionRank(b) - attentionRank(a));
}

export const hasFindings = ({ finding_counts: { error, warning, note } }: Tool): boolean => error + warning + note > 0;

/** Sorts tools that need attention first. */
function attentionRank({ standing, finding_counts: { error, warning } }: Tool): number {
  if (standing.state === 'held') return 3;
  return error > 0 ? 2 : warning > 0 ? 1 : 0;
}

export function countClasses(tools: readonly Tool[]): Readonly<Record<ToolClassName, number>> {
  const counts = { read: 0, additive: 0, destructive: 0 };
  for (const tool of tools) counts[tool.class]++;
  return counts;
}

/** The classes that occur, for the filter. */
export const classesOf = (tools: readonly Tool[]): readonly ToolClassName[] => {
  const counts = countClasses(tools);
  return CLASSES.filter((name) => counts[name] > 0);
};

/** One declared annotation. */
export interface DeclaredCell {
  /** `absent`: not declared. `odd`: declared with a value of the wrong type. */
  readonly kind: 'true' | 'false' | 'text' | 'absent' | 'odd';
  readonly text: string;
}

export interface DeclaredRow {
  readonly title: DeclaredCell;
  /** In display order. */
  readonly hints: readonly DeclaredCell[];
  /** Other declared keys, as JSON. */
  readonly others: readonly string[];
}

const ABSENT: DeclaredCell = { kind: 'absent', text: 'not declared' };

/**
 * A tool's annotations exactly as declared, without interpretation.
 *
 * @example
 * declaredOf({ readOnlyHint: true }).hints.map(({ text }) => text) // ['true', 'not declared', 'not declared', 'not declared']
 */
export function declaredOf(annotations: unknown): DeclaredRow {
  if (annotations === undefined) return { title: ABSENT, hints: HINTS.map(() => ABSENT), others: [] };
  if (typeof annotations !== 'object' || annotations === null || Array.isArray(annotations)) {
    return { title: ABSENT, hints: HINTS.map(() => ABSENT), others: [JSON.stringify(annotations)] };
  }
  const given = annotations as Readonly<Record<string, unknown>>;
  const known = new Set<string>(['title', ...HINTS]);
  const hint = (value: unknown): DeclaredCell => {
    if (value === undefined) return ABSENT;
    return typeof value === 'boolean'
      ? { kind: value ? 'true' : 'false', text: String(value) }
      : { kind: 'odd', text: JSON.stringify(value) };
  };
  const { title } = given;
  return {
    title:
      title === undefined
        ? ABSENT
        : typeof title === 'string'
          ? { kind: 'text', text: title }
          : { kind: 'odd', text: JSON.stringify(title) },
    hints: HINTS.map((name) => hint(Object.hasOwn(given, name) ? given[name] : undefined)),
    others: Object.entries(given)
      .filter(([key]) => !known.has(key))
      .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`),
  };
}
