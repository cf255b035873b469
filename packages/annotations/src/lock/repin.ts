import type { PrintedTool } from './compare-lock.ts';
import type { Pin, ServerPins, ToolMeaning, ToolPrint } from './lock.ts';

/**
 * The pins for the current state of a server. An unchanged tool keeps its pin and its acceptance; a changed one gets a
 * new pin without acceptance.
 */
export function repin(pins: ServerPins, tools: readonly PrintedTool[], at: string): ServerPins {
  return new Map(tools.map(([name, print]): [string, Pin] => [name, repinTool(pins.get(name), print, at)]));
}

function repinTool(pin: Pin | undefined, { hints, prose, ...meaning }: ToolPrint, at: string): Pin {
  const isSame = pin !== undefined && pin.hints === hints && pin.prose === prose;
  if (!isSame) return { hints, prose, ...meaning, pinnedAt: at };
  // Refresh a meaning that an older version did not write or inferred differently.
  return isSameMeaning(pin, meaning) ? pin : { ...pin, ...meaning };
}

function isSameMeaning(one: ToolMeaning, other: ToolMeaning): boolean {
  return one.class === other.class && String(one.contradicted) === String(other.contradicted);
}
