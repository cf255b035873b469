import { HINT_NAMES, PERMISSIVE_HINTS } from '@toolmark/annotations';
import type { OverrideAnswer, OverrideEffect } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Target } from './target.ts';

/** Further tools are only counted. */
const MAX_NAMED = 10;

/**
 * The relaxations of a change, one line each; empty if there are none. Computed by the gateway, which knows all sources
 * of a hint.
 */
export function relaxationsOf({ server, name }: Target, answer: OverrideAnswer): readonly string[] {
  const { effects, relaxed_tools: count, relaxed_later: later } = answer;
  const named = effects.filter((effect) => effect.is_relaxed).slice(0, MAX_NAMED);
  const more = count - named.length;
  const what = safeText(`${server}/${name}`);
  const set = later.map((hint) => {
    const now = answer.override?.hints[hint];
    return now === undefined ? `${hint} no longer set` : `${hint}=${now}`;
  });
  return [
    ...named.map(lineOf),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(set.length > 0 ? [`every later tool that matches ${what}: ${set.join(', ')}`] : []),
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
