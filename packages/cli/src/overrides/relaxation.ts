import { HINT_NAMES, PERMISSIVE_HINTS } from '@toolmark/annotations';
import type { OverrideAnswer, OverrideEffect } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Target } from './target.ts';

/** More are only counted. */
const MOST_NAMED = 10;

/**
 * What clients and policy may do afterwards that they may not do now, in a line each; empty where nothing is relaxed. The gateway
 * has weighed it: it alone knows everything that is said of a tool.
 */
export function relaxationsOf({ server, name }: Target, answer: OverrideAnswer): readonly string[] {
  const { effects, relaxed_tools: count, relaxed_later: later } = answer;
  const named = effects.filter((effect) => effect.is_relaxed).slice(0, MOST_NAMED);
  const more = count - named.length;
  const what = safeText(`${server}/${name}`);
  const set = later.map((hint) => {
    const now = answer.override?.hints[hint];
    return now === undefined ? `${hint} not set any more` : `${hint}=${now}`;
  });
  return [
    ...named.map(lineOf),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(set.length > 0 ? [`every tool that matches ${what} and comes later: ${set.join(', ')}`] : []),
  ];
}

/** `notes/purge: destructiveHint true → false (destructive → additive)` */
function lineOf({ server, tool, before, after }: OverrideEffect): string {
  const hints = HINT_NAMES.filter(
    (hint) => before.hints[hint] !== after.hints[hint] && after.hints[hint] === PERMISSIVE_HINTS[hint],
  ).map((hint) => `${hint} ${before.hints[hint]} → ${after.hints[hint]}`);
  const classes = before.class === after.class ? [] : [`(${before.class} → ${after.class})`];
  return `${safeText(`${server}/${tool}`)}: ${[hints.join(', '), ...classes].filter(Boolean).join(' ')}`;
}
