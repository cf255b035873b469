import type { ToolHint } from '@toolmark/api-contract';
import { CLASS_WORDS, CLASSES } from '../../hints/labels.ts';
import { DECISION_WORDS, DECISIONS, STANDING_WORDS, STANDINGS } from '../../tools/labels.ts';
import type { FindingFilter, HintFilter } from '../../tools/tool-filter.ts';
import type { SortColumn, ToolSort } from '../../tools/tool-sort.ts';
import type { Choice } from '../../ui/menu-item.ts';

export const HINT_FILTERS: readonly HintFilter[] = ['true', 'false', 'absent'];
export const SOURCES: readonly ToolHint['source'][] = ['declared', 'override', 'verified', 'inferred', 'default'];
export const FINDING_FILTERS: readonly FindingFilter[] = ['any', 'error', 'warning', 'note', 'none'];
export const DECLARES = ['all', 'part'] as const;
export const YES_NO = ['yes', 'no'] as const;

export const CLASS_CHOICES = CLASSES.map((value) => ({ value, label: CLASS_WORDS[value].word }));

export const STANDING_CHOICES = STANDINGS.map((value) => ({ value, label: STANDING_WORDS[value] }));

export const DECISION_CHOICES = DECISIONS.map((value) => ({
  value,
  label: DECISION_WORDS[value].word,
  hint: DECISION_WORDS[value].means,
}));

export const HINT_CHOICES: readonly Choice<HintFilter>[] = [
  { value: 'true', label: 'True', hint: 'The effective value, from any source' },
  { value: 'false', label: 'False', hint: 'The effective value, from any source' },
  { value: 'absent', label: 'Not declared', hint: 'The server does not declare it' },
];

export const SOURCE_CHOICES: readonly Choice<ToolHint['source']>[] = [
  { value: 'declared', label: 'Declared', hint: 'A hint has the server’s declared value' },
  { value: 'override', label: 'Override', hint: 'A hint was set by a person' },
  { value: 'verified', label: 'Verified', hint: 'A hint is proven' },
  { value: 'inferred', label: 'Inferred', hint: 'A hint was tightened because of the tool’s name or description' },
  { value: 'default', label: 'Default', hint: 'A hint has MCP’s default' },
];

export const FINDING_CHOICES: readonly Choice<FindingFilter>[] = [
  { value: 'any', label: 'Any' },
  { value: 'error', label: 'Error' },
  { value: 'warning', label: 'Warning' },
  { value: 'note', label: 'Note' },
  { value: 'none', label: 'None' },
];

export const DECLARES_CHOICES: readonly Choice<(typeof DECLARES)[number]>[] = [
  { value: 'all', label: 'All four hints' },
  { value: 'part', label: 'Not all four' },
];

export const YES_NO_CHOICES: readonly Choice<(typeof YES_NO)[number]>[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export const OFFERED_CHOICES: readonly Choice<(typeof YES_NO)[number]>[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No, disabled' },
];

export const COLUMN_WORDS: Readonly<Record<SortColumn, string>> = {
  title: 'Tool',
  server: 'Server',
  class: 'Class',
  findings: 'Findings',
  calls: 'Calls 7 d',
  last: 'Last call',
};

/** For screens that are too narrow for column headers. */
export const SORT_CHOICES: readonly Choice<ToolSort>[] = [
  { value: 'title', label: 'Title' },
  { value: 'server', label: 'Server' },
  { value: '-class', label: 'Destructive first' },
  { value: '-findings', label: 'Most findings' },
  { value: '-calls', label: 'Most calls' },
  { value: '-last', label: 'Recently called' },
];
