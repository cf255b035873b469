import type { Debuggee, JsThread } from '../debuggee.ts';
import type { Entry, Placed } from './breakpoint-registry.ts';
import { conditionOf } from './condition.ts';
import { keyOf, type Place, placesOf } from './places.ts';

/** Makes the breakpoints of one isolate match the requested ones; keeps those already set. */
export function placeBreakpoints(debuggee: Debuggee, thread: JsThread): Promise<void> {
  const { breakpoints } = debuggee;
  return breakpoints.inTurn(thread.id, async () => {
    const placed = breakpoints.placedIn(thread.id);
    const wanted = wantedPlaces(debuggee);
    const stale = [...placed].filter(([key, { condition, entries }]) => {
      const now = wanted.get(key);
      return now === undefined || now.condition !== condition || now.entries.join() !== entries.join();
    });
    // V8 rejects a second breakpoint at the same location, so remove the old ones first.
    await Promise.all(
      stale.map(async ([key, { id }]) => {
        placed.delete(key);
        await thread.session.send('Debugger.removeBreakpoint', { breakpointId: id });
      }),
    );
    const missing = [...wanted].filter(([key]) => !placed.has(key));
    await Promise.all(missing.map(([key, what]) => place(thread, what, (done) => placed.set(key, done))));
  });
}

interface Wanted {
  readonly place: Place;
  readonly condition: string | undefined;
  readonly entries: readonly string[];
}

function wantedPlaces({ breakpoints, maps }: Debuggee): ReadonlyMap<string, Wanted> {
  const byPlace = new Map<string, { readonly place: Place; readonly entries: Entry[] }>();
  for (const entry of breakpoints.entries.values()) {
    for (const place of placesOf(maps, { file: entry.file, ...entry.wanted })) {
      const key = keyOf(place);
      const there = byPlace.get(key) ?? { place, entries: [] };
      there.entries.push(entry);
      byPlace.set(key, there);
    }
  }
  const wanted = new Map<string, Wanted>();
  for (const [key, { place, entries }] of byPlace) {
    wanted.set(key, { place, condition: conditionOf(entries), entries: entries.map(({ wanted: { id } }) => id) });
  }
  return wanted;
}

async function place(thread: JsThread, what: Wanted, keep: (placed: Placed) => void): Promise<void> {
  const { url, line, column } = what.place;
  const answer = await thread.session.send('Debugger.setBreakpointByUrl', {
    url,
    lineNumber: line,
    ...(column === undefined ? {} : { columnNumber: column }),
    ...(what.condition === undefined ? {} : { condition: what.condition }),
  });
  if (!answer.ok) return;
  const { breakpointId: id, locations } = answer.value;
  keep({ id, condition: what.condition, entries: what.entries, location: locations[0] });
}
