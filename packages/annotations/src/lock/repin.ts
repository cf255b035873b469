import type { PrintedTool } from './compare-lock.ts';
import type { Pin, ServerPins, ToolMeaning, ToolPrint } from './lock.ts';

/**
 * The pins of a server as it is now. A tool that is what it was keeps its pin, with whoever accepted it; a changed one gets a new
 * pin, which nobody has accepted yet.
 */
export function repin(pins: ServerPins, tools: readonly PrintedTool[], at: string): ServerPins {
  return new Map(tools.map(([name, print]): [string, Pin] => [name, repinTool(pins.get(name), print, at)]));
}

function repinTool(pin: Pin | undefined, { hints, prose, ...meaning }: ToolPrint, at: string): Pin {
  const isSame = pin !== undefined && pin.hints === hints && pin.prose === prose;
  if (!isSame) return { hints, prose, ...meaning, pinnedAt: at };
  // An older Toolmark wrote none, or read the same words otherwise.
  return isSameMeaning(pin, meaning) ? pin : { ...pin, ...meaning };
}

function isSameMeaning(one: ToolMeaning, other: ToolMeaning): boolean {
  return one.class === other.class && String(one.contradicted) === String(other.contradicted);
}
