import type { Sentence } from './sentences.ts';
import { type Verb, verbIn } from './verb-forms.ts';

/**
 * Extracts the action from a Chinese, Japanese or Korean sentence. The verb comes first in Chinese and last in the
 * others, so position does not help: a clause with verbs of one kind states them, a clause with both ("列出删除任务", list
 * deletion jobs) is about one of them. A later Chinese sentence may mention deletion without doing it ("删除版本会影响…"), so
 * there it needs "also" or "will".
 */
export function readUnspaced(sentence: Sentence, isFirst: boolean): UnspacedReading {
  const clauses = clausesOf(sentence).map(({ tokens, isJoined }) => ({
    verbs: verbsOf(tokens),
    isStated: isFirst || isJoined || tokens.some((token) => ASSERTS.test(token)),
  }));
  const stated = clauses.map(({ verbs: [first, ...others] }) => {
    if (first === undefined) return undefined;
    const isOneKind = others.every(({ action }) => (action === 'read') === (first.action === 'read'));
    return isOneKind ? first : undefined;
  });
  const deletion = clauses
    .filter(({ verbs, isStated }) => isStated && verbs.every(({ action }) => action !== 'read'))
    .flatMap(({ verbs }) => verbs)
    .find(({ action, certain }) => action === 'delete' && certain);
  return { opening: stated[0] ?? asUncertain(stated.find((verb) => verb !== undefined)), deletion };
}

export interface UnspacedReading {
  readonly opening: Verb | undefined;
  readonly deletion: Verb | undefined;
}

/** "Also", "automatically", "will" in Chinese; the endings of Japanese and Korean verbs that state something. */
const ASSERTS = /还|也|自动|將|将会|还会|します|する|합니다|한다/u;

/** "Recommends recipes, creates a plan": a later clause may be about the result. */
function asUncertain(verb: Verb | undefined): Verb | undefined {
  return verb === undefined || verb.action === 'delete' ? verb : { ...verb, certain: false };
}

interface Clause {
  readonly tokens: string[];
  /** Whether the clause follows "and", "then" or "at the same time". */
  readonly isJoined: boolean;
}

/** Splits at commas and at words that join two actions. */
function clausesOf(sentence: Sentence): readonly Clause[] {
  const clauses: Clause[] = [{ tokens: [], isJoined: false }];
  for (const token of sentence) {
    if (token === ',' || token === ';') {
      clauses.push({ tokens: [], isJoined: false });
      continue;
    }
    for (const [index, part] of token.split(JOINS).entries()) {
      if (index > 0) clauses.push({ tokens: [], isJoined: true });
      if (part !== '') clauses.at(-1)?.tokens.push(part);
    }
  }
  return clauses;
}

const JOINS = /并且|并|然后|同时|而且|之后|並且|並|然後|してから|した後|하고|한 후|그리고/u;

function verbsOf(tokens: readonly string[]): readonly Verb[] {
  return tokens.flatMap((token) => {
    const verb = verbIn(token);
    return verb === undefined ? [] : [verb];
  });
}
