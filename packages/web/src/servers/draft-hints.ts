import { MASK } from '@toolmark/api-contract';
import { crowdedLines } from './args.ts';
import type { Entry, Pair, ServerDraft } from './draft.ts';
import { isMasked } from './mask.ts';

/** A message at a form field. */
export interface FieldHint {
  /** `problem`: it will not work. `doubt`: it may be intended. */
  readonly kind: 'problem' | 'doubt';
  readonly says: string;
}

/** By field name; `env.KEY` for a row of a list. */
export type FieldHints = Readonly<Record<string, FieldHint>>;

export interface HintContext {
  /** The saved entry; undefined for a new server. */
  readonly before: Entry;
  /** Its saved name. */
  readonly ownName: string;
  /** Names of other servers. */
  readonly taken: readonly string[];
}

/** Checks a form before the gateway sees it; the gateway checks again. */
export function hintsFor(draft: ServerDraft, { before, ownName, taken }: HintContext): FieldHints {
  const hints: Record<string, FieldHint> = {};
  const problem = (field: string, says: string): void => {
    hints[field] ??= { kind: 'problem', says };
  };
  const doubt = (field: string, says: string): void => {
    hints[field] ??= { kind: 'doubt', says };
  };
  const { name } = draft;
  if (/[/\\\p{Cc}]/u.test(name) || name === '__proto__')
    problem('name', 'A name cannot contain slashes, backslashes or control characters.');
  else if (name !== ownName && taken.includes(name)) problem('name', 'Another server has this name.');
  else if (ownName !== '' && name !== ownName && name.trim() !== '')
    doubt('name', 'Recorded calls, pins and rules stay with the old name.');

  if (draft.kind === 'command') {
    if (looksLikeLine(draft.command)) doubt('command', 'This looks like a whole command line.');
    const crowded = crowdedLines(draft.args);
    if (crowded.length > 0) {
      const lines = crowded.length === 1 ? `Line ${crowded[0]} looks` : `Lines ${crowded.join(', ')} look`;
      doubt('args', `${lines} like several arguments. Put each on its own line.`);
    }
    hintPairs('env', draft.env, before['env'], ENV);
  } else {
    const url = draft.url.trim();
    if (url !== '' && !url.includes(`\${`) && !isHttp(url))
      problem('url', 'The address must start with http:// or https://.');
    hintPairs('headers', draft.headers, before['headers'], HEADER);
  }
  return hints;

  function hintPairs(field: 'env' | 'headers', pairs: readonly Pair[], were: unknown, { form, says }: PairRule): void {
    const seen = new Set<string>();
    for (const { key: raw, value } of pairs) {
      const key = raw.trim();
      if (key === '' && value === '') continue;
      const place = `${field}.${key}`;
      if (key === '') problem(place, 'Name required.');
      else if (seen.has(key)) problem(place, 'Duplicate name.');
      else if (!form.test(key)) problem(place, says);
      else if (isMasked(value) && !hasSecret(were, key))
        problem(place, 'A saved secret can only keep its own name. Enter the value again.');
      seen.add(key);
    }
  }
}

interface PairRule {
  readonly form: RegExp;
  readonly says: string;
}

const ENV: PairRule = { form: /^[^=\s\p{Cc}]+$/u, says: 'The name of a variable cannot contain spaces or =.' };
const HEADER: PairRule = { form: /^[!#$%&'*+.^`|~\w-]+$/, says: 'Not a valid header name.' };

/** Whether a command seems to include arguments. A path with spaces does not. */
export const looksLikeLine = (command: string): boolean =>
  /^\S+\s+(?:-|\S+$|\S+\s+-)/.test(command.trim()) && !/^[A-Za-z]:\\|^\//.test(command.trim());

const hasSecret = (were: unknown, key: string): boolean =>
  typeof were === 'object' && were !== null && String((were as Entry)[key] ?? '').includes(MASK);

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
