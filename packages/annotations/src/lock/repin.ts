import type { PrintedTool } from './compare-lock.ts';
import type { Pin, ServerPins } from './lock.ts';

/**
 * The pins of a server as it is now. A tool that is what it was keeps its pin, with whoever accepted it; a changed one gets a new
 * pin, which nobody has accepted yet.
 */
export function repin(pins: ServerPins, tools: readonly PrintedTool[], at: string): ServerPins {
  return new Map(
    tools.map(([name, { hints, prose }]): [string, Pin] => {
      const pin = pins.get(name);
      const isSame = pin !== undefined && pin.hints === hints && pin.prose === prose;
      return [name, isSame ? pin : { hints, prose, pinnedAt: at }];
    }),
  );
}
