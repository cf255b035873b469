import { comparePin, type Pin, type ToolMeaning, type ToolPrint } from '@toolmark/annotations';

/**
 * The new pin of a tool that became stricter, so that a later relaxation is noticed; `undefined` if it did not. Adds the class and
 * contradictions to a pin of an older version, so that later changes of them are noticed.
 */
export function toTightenedPin(pin: Pin, now: ToolPrint, at: string): Pin | undefined {
  const { hints, prose, meaning } = comparePin(pin, now);
  const isUnknown = pin.class === undefined || pin.contradicted === undefined;
  if (hints !== 'tightened' && meaning !== 'tightened' && !isUnknown) return undefined;
  const stricter = meaning === 'relaxed' && !isUnknown ? pin : now;
  if (hints !== 'tightened') return { ...pin, ...meaningOf(stricter) };
  // The acceptance was for other hints. Texts that changed together with the hints still need a review, so keep their date.
  const { accepted: _other, ...rest } = pin;
  const pinnedAt = prose === 'same' ? at : pin.pinnedAt;
  return { ...rest, ...meaningOf(stricter), hints: now.hints, pinnedAt };
}

const meaningOf = ({ class: toolClass, contradicted }: ToolMeaning): ToolMeaning => ({
  ...(toolClass !== undefined && { class: toolClass }),
  ...(contradicted !== undefined && { contradicted }),
});
