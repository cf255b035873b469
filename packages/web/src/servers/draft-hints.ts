import { MASK } from '@toolmark/api-contract';
import { crowdedLines } from './args.ts';
import type { Entry, Pair, ServerDraft } from './draft.ts';
import { isMasked } from './mask.ts';

/** What is written at a field. */
export interface FieldHint {
  /** `problem`: it will not work. `doubt`: it may be meant so. */
  readonly kind: 'problem' | 'doubt';
  readonly says: string;
}

/** By the name of the field; of a pair `env.KEY`. */
export type FieldHints = Readonly<Record<string, FieldHint>>;

export interface HintContext {
  /** The entry as it was; nothing for a server that is new. */
  readonly before: Entry;
  /** Its name before. */
  readonly ownName: string;
  /** Names that other servers have. */
  readonly taken: readonly string[];
}

/** What can be said of a form before the gateway has seen it. The gateway has the last word. */
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
    problem('name', 'A name has no slash, no backslash and no control character.');
  else if (name !== ownName && taken.includes(name)) problem('name', 'Another server has this name.');
  else if (ownName !== '' && name !== ownName && name.trim() !== '')
    doubt('name', 'Calls, pins and rules that name the old one stay with the old name.');

  if (draft.kind === 'command') {
    if (looksLikeLine(draft.command)) doubt('command', 'This looks like a whole command line.');
    const crowded = crowdedLines(draft.args);
    if (crowded.length > 0) {
      const lines = crowded.length === 1 ? `Line ${crowded[0]} looks` : `Lines ${crowded.join(', ')} look`;
      doubt('args', `${lines} like several arguments. Each line is one.`);
    }
    hintPairs('env', draft.env, before['env'], ENV);
  } else {
    const url = draft.url.trim();
    if (url !== '' && !url.includes(`\${`) && !isHttp(url))
      problem('url', 'An address begins with http:// or https://.');
    hintPairs('headers', draft.headers, before['headers'], HEADER);
  }
  return hints;

  function hintPairs(field: 'env' | 'headers', pairs: readonly Pair[], were: unknown, { form, says }: PairRule): void {
    const seen = new Set<string>();
    for (const { key: raw, value } of pairs) {
      const key = raw.trim();
      if (key === '' && value === '') continue;
      const place = `${field}.${key}`;
      if (key === '') problem(place, 'It needs a name.');
      else if (seen.has(key)) problem(place, 'This name is there twice.');
      else if (!form.test(key)) problem(place, says);
      else if (isMasked(value) && !hasSecret(were, key))
        problem(place, 'A secret is kept only under its own name. Write the value itself.');
      seen.add(key);
    }
  }
}

interface PairRule {
  readonly form: RegExp;
  readonly says: string;
}

const ENV: PairRule = { form: /^[^=\s\p{Cc}]+$/u, says: 'A variable has no blank and no = in its name.' };
const HEADER: PairRule = { form: /^[!#$%&'*+.^`|~\w-]+$/, says: 'This cannot be the name of a header.' };

/** Whether a command has arguments in it. A path with blanks in it has not. */
export const looksLikeLine = (command: string): boolean =>
  /^\S+\s+(?:-|\S+$|\S+\s+-)/.test(command.trim()) && !/^[A-Za-z]:\\|^\//.test(command.trim());

const hasSecret = (were: unknown, key: string): boolean =>
  typeof were === 'object' && were !== null && String((were as Entry)[key] ?? '').includes(MASK);

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
