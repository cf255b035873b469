import { comparePin, type Pin, type ToolMeaning, type ToolPrint } from '@toolmark/annotations';

/**
 * The pin of a tool that is stricter now than it was pinned, so that it cannot go back unseen; `undefined` where it is not. What
 * an older Toolmark did not write is filled in: from then on it can be told whether the words allow more.
 */
export function toTightenedPin(pin: Pin, now: ToolPrint, at: string): Pin | undefined {
  const { hints, prose, meaning } = comparePin(pin, now);
  const isUnknown = pin.class === undefined || pin.contradicted === undefined;
  if (hints !== 'tightened' && meaning !== 'tightened' && !isUnknown) return undefined;
  const meant = meaning === 'relaxed' && !isUnknown ? pin : now;
  if (hints !== 'tightened') return { ...pin, ...meaningOf(meant) };
  // Who accepted it did so with other hints. Other words beside stricter hints are still to be looked at.
  const { accepted: _other, ...rest } = pin;
  const pinnedAt = prose === 'same' ? at : pin.pinnedAt;
  return { ...rest, ...meaningOf(meant), hints: now.hints, pinnedAt };
}

const meaningOf = ({ class: toolClass, contradicted }: ToolMeaning): ToolMeaning => ({
  ...(toolClass !== undefined && { class: toolClass }),
  ...(contradicted !== undefined && { contradicted }),
});
