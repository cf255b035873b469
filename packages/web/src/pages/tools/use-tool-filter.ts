import type { HintKey } from '@toolmark/api-contract';
import { type ComputedRef, computed, type WritableComputedRef } from 'vue';
import { useQueryChange, useQueryList, useQueryValue } from '../../app/query-state.ts';
import { CLASSES, HINTS } from '../../hints/labels.ts';
import { DECISIONS, STANDINGS } from '../../tools/labels.ts';
import type { HintFilter, ToolFilter } from '../../tools/tool-filter.ts';
import { TOOL_SORTS, type ToolSort } from '../../tools/tool-sort.ts';
import { DECLARES, FINDING_FILTERS, HINT_FILTERS, SOURCES, YES_NO } from './filter-choices.ts';

type List<Name extends keyof ToolFilter> = WritableComputedRef<ToolFilter[Name]>;

/** The filter in the URL. */
export interface ToolFilterState {
  readonly words: WritableComputedRef<string>;
  readonly servers: List<'servers'>;
  readonly classes: List<'classes'>;
  readonly hints: Readonly<Record<HintKey, WritableComputedRef<readonly HintFilter[]>>>;
  readonly sources: List<'sources'>;
  readonly findings: List<'findings'>;
  readonly standings: List<'standings'>;
  readonly decisions: List<'decisions'>;
  readonly declares: List<'declares'>;
  readonly contradicted: List<'contradicted'>;
  readonly overridden: List<'overridden'>;
  readonly offered: List<'offered'>;
  readonly sort: WritableComputedRef<ToolSort>;
  /** The whole filter as one value. */
  readonly filter: ComputedRef<ToolFilter>;
  /** How many of the collapsed filters are set. */
  readonly moreCount: ComputedRef<number>;
  readonly isAny: ComputedRef<boolean>;
  readonly clear: () => void;
}

const NAMES = [
  'q',
  'server',
  'class',
  ...HINTS,
  'source',
  'finding',
  'standing',
  'policy',
  'declares',
  'contradicted',
  'overridden',
  'offered',
];

export function useToolFilter(): ToolFilterState {
  const change = useQueryChange();
  const words = useQueryValue<string>('q', '');
  const servers = useQueryList<string>('server');
  const classes = useQueryList('class', CLASSES);
  const hints = {
    readOnlyHint: useQueryList('readOnlyHint', HINT_FILTERS),
    destructiveHint: useQueryList('destructiveHint', HINT_FILTERS),
    idempotentHint: useQueryList('idempotentHint', HINT_FILTERS),
    openWorldHint: useQueryList('openWorldHint', HINT_FILTERS),
  };
  const sources = useQueryList('source', SOURCES);
  const findings = useQueryList('finding', FINDING_FILTERS);
  const standings = useQueryList('standing', STANDINGS);
  const decisions = useQueryList('policy', DECISIONS);
  const declares = useQueryList('declares', DECLARES);
  const contradicted = useQueryList('contradicted', YES_NO);
  const overridden = useQueryList('overridden', YES_NO);
  const offered = useQueryList('offered', YES_NO);
  const filter = computed<ToolFilter>(() => ({
    words: words.value,
    servers: servers.value,
    classes: classes.value,
    hints: {
      readOnlyHint: hints.readOnlyHint.value,
      destructiveHint: hints.destructiveHint.value,
      idempotentHint: hints.idempotentHint.value,
      openWorldHint: hints.openWorldHint.value,
    },
    sources: sources.value,
    findings: findings.value,
    standings: standings.value,
    decisions: decisions.value,
    declares: declares.value,
    contradicted: contradicted.value,
    overridden: overridden.value,
    offered: offered.value,
  }));
  const countOf = (lists: readonly (readonly unknown[])[]): number => lists.filter(({ length }) => length > 0).length;
  const moreCount = computed(() => {
    const {
      hints: some,
      sources: by,
      declares: how,
      contradicted: against,
      overridden: set,
      offered: on,
    } = filter.value;
    return countOf([...Object.values(some), by, how, against, set, on]);
  });
  const isAny = computed(() => {
    const { words: text, servers: of, classes: is, findings: found, standings: stand, decisions: said } = filter.value;
    return text !== '' || moreCount.value + countOf([of, is, found, stand, said]) > 0;
  });
  return {
    words,
    servers,
    classes,
    hints,
    sources,
    findings,
    standings,
    decisions,
    declares,
    contradicted,
    overridden,
    offered,
    sort: useQueryValue<ToolSort>('sort', 'title', TOOL_SORTS),
    filter,
    moreCount,
    isAny,
    clear: () => change(Object.fromEntries(NAMES.map((name) => [name, undefined]))),
  };
}
