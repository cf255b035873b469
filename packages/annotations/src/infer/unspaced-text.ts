import type { Sentence } from './sentences.ts';
import { type Verb, verbIn } from './verb-forms.ts';

/**
 * What a sentence in Chinese, Japanese or Korean says. Its verb stands first in Chinese and last in the others, so position says
 * nothing: a clause with verbs of one kind states them, a clause with both ("列出删除任务", list deletion jobs) is about one of them.
 */
export function readUnspaced(sentence: Sentence): {
  readonly opening: Verb | undefined;
  readonly deletion: Verb | undefined;
} {
  const clauses = clausesOf(sentence).map(verbsOf);
  const stated = clauses.map(([first, ...others]) => {
    if (first === undefined) return undefined;
    const isOneKind = others.every(({ action }) => (action === 'read') === (first.action === 'read'));
    return isOneKind ? first : undefined;
  });
  const opening = stated[0] ?? weakened(stated.find((verb) => verb !== undefined));
  const deletion = clauses
    .filter((verbs) => verbs.every(({ action }) => action !== 'read'))
    .flat()
    .find(({ action, certain }) => action === 'delete' && certain);
  return { opening, deletion };
}

/** "Recommends recipes, creates a plan": a clause further on may be about what is returned. */
function weakened(verb: Verb | undefined): Verb | undefined {
  return verb === undefined || verb.action === 'delete' ? verb : { ...verb, certain: false };
}

/** At commas, and at the words that join two things which are done. */
function clausesOf(sentence: Sentence): readonly Sentence[] {
  const clauses: string[][] = [[]];
  for (const token of sentence) {
    if (token === ',' || token === ';') {
      clauses.push([]);
      continue;
    }
    const parts = token.split(JOINS);
    for (const [index, part] of parts.entries()) {
      if (index > 0) clauses.push([]);
      if (part !== '') clauses.at(-1)?.push(part);
    }
  }
  return clauses;
}

const JOINS = /并且|并|然后|同时|而且|之后|並且|並|然後|してから|した後|하고|한 후|그리고/u;

function verbsOf(clause: Sentence): readonly Verb[] {
  return clause.flatMap((token) => {
    const verb = verbIn(token);
    return verb === undefined ? [] : [verb];
  });
}
