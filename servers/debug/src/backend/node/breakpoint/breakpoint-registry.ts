import { isDeepStrictEqual } from 'node:util';
import type { BoundBreakpoint, WantedBreakpoint } from '../../backend.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Counted } from './condition.ts';

/** A requested breakpoint, with or without a debuggee. */
export interface Entry extends Counted {
  readonly file: string;
  /** The state that was last reported to the engine. */
  bound: BoundBreakpoint | undefined;
}

/** A breakpoint of V8 in one isolate, which may represent several of ours. */
export interface Placed {
  readonly id: string;
  readonly condition: string | undefined;
  readonly entries: readonly string[];
  location: Protocol.Debugger.Location | undefined;
}

/** The requested breakpoints, their hit counts, and their locations in every isolate. */
export interface BreakpointRegistry {
  readonly entries: Map<string, Entry>;
  /** Replaces the breakpoints of a file; returns whether anything changed. */
  readonly replace: (file: string, wanted: readonly WantedBreakpoint[]) => void;
  readonly ofFile: (file: string) => readonly Entry[];
  /** Counts a hit by any thread, and returns the new count. */
  readonly count: (id: string) => number;
  readonly countOf: (id: string) => number;
  /** By requested location. */
  readonly placedIn: (thread: number) => Map<string, Placed>;
  readonly forgetThread: (thread: number) => void;
  /** Serializes the changes of a thread's breakpoints. */
  readonly inTurn: (thread: number, work: () => Promise<void>) => Promise<void>;
}

export function createBreakpointRegistry(): BreakpointRegistry {
  const entries = new Map<string, Entry>();
  const counts = new Map<string, number>();
  const placed = new Map<number, Map<string, Placed>>();
  const turns = new Map<number, Promise<void>>();
  let revision = 0;
  const countOf = (id: string): number => counts.get(id) ?? 0;
  return {
    entries,
    replace: (file, wanted) => {
      const kept = new Set(wanted.map(({ id }) => id));
      for (const entry of [...entries.values()]) {
        if (entry.file === file && !kept.has(entry.wanted.id)) entries.delete(entry.wanted.id);
      }
      for (const each of wanted) {
        const before = entries.get(each.id);
        if (before !== undefined && before.file === file && isDeepStrictEqual(before.wanted, each)) continue;
        revision += 1;
        entries.set(each.id, {
          wanted: each,
          file,
          base: countOf(each.id),
          key: `${each.id}#${revision}`,
          bound: undefined,
        });
      }
    },
    ofFile: (file) => [...entries.values()].filter((entry) => entry.file === file),
    count: (id) => {
      const count = countOf(id) + 1;
      counts.set(id, count);
      return count;
    },
    countOf,
    placedIn: (thread) => {
      const known = placed.get(thread) ?? new Map<string, Placed>();
      placed.set(thread, known);
      return known;
    },
    forgetThread: (thread) => {
      placed.delete(thread);
      turns.delete(thread);
    },
    inTurn: (thread, work) => {
      const turn = (turns.get(thread) ?? Promise.resolve()).then(work, work);
      turns.set(thread, turn);
      return turn;
    },
  };
}
