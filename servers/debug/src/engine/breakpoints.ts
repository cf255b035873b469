import { randomUUID } from 'node:crypto';
import type { Backend, BackendKind, BoundBreakpoint, Outcome, WantedBreakpoint } from '../backend/backend.ts';
import type { SourceLocation } from '../backend/facts.ts';
import { err, ok } from '../result.ts';
import {
  ANY_EXCEPTION,
  type AnyBreakpoint,
  type ExceptionBreakpoint,
  type LineBreakpoint,
  type UnboundBreakpoint,
} from './breakpoint.ts';
import { toThrownFailure } from './failures.ts';
import { LIMITS } from './limits.ts';
import { within } from './within.ts';

/** All existing breakpoints. They outlive sessions, and are pending without one. */
export interface Breakpoints {
  readonly lines: () => readonly LineBreakpoint[];
  readonly exceptions: () => readonly ExceptionBreakpoint[];
  /** Enabled breakpoints that are not bound. */
  readonly unbound: () => readonly UnboundBreakpoint[];
  readonly find: (id: string) => AnyBreakpoint | undefined;
  /** Enabled breakpoints at this location, requested or bound. */
  readonly at: (place: SourceLocation) => readonly LineBreakpoint[];
  readonly addLine: (
    wanted: Omit<LineBreakpoint, 'id' | 'bound' | 'hitCount' | 'conditionError'>,
  ) => Outcome<LineBreakpoint>;
  readonly addException: (wanted: Omit<ExceptionBreakpoint, 'id' | 'hitCount'>) => Outcome<ExceptionBreakpoint>;
  readonly remove: (id: string) => void;
  /** Restores a removed breakpoint with its state. */
  readonly restore: (breakpoint: AnyBreakpoint) => void;
  readonly bind: (bound: BoundBreakpoint) => void;
  /** Sends all breakpoints, or those of one file, to a debugger. */
  readonly syncFile: (backend: Backend, file: string) => Promise<Outcome<void>>;
  readonly syncExceptions: (backend: Backend) => Promise<Outcome<void>>;
  readonly syncAll: (backend: Backend) => Promise<Outcome<void>>;
  /** Resets all breakpoints to pending with no hits at the end of a session. */
  readonly endSession: () => void;
}

export function createBreakpoints(): Breakpoints {
  const byId = new Map<string, AnyBreakpoint>();
  /** Breakpoints that the program of this session cannot have. */
  const ofOtherLanguage = new Set<string>();
  const lines = () => [...byId.values()].filter((breakpoint) => breakpoint.kind !== 'exception');
  const exceptions = () => [...byId.values()].filter((breakpoint) => breakpoint.kind === 'exception');
  const add = <Kind extends AnyBreakpoint>(breakpoint: Kind): Outcome<Kind> => {
    if (byId.size >= LIMITS.breakpoints) return tooMany();
    byId.set(breakpoint.id, breakpoint);
    return ok(breakpoint);
  };
  const bind = (bound: BoundBreakpoint) => {
    const breakpoint = byId.get(bound.id);
    if (breakpoint !== undefined && breakpoint.kind !== 'exception') breakpoint.bound = bound;
  };
  const syncFile = async (backend: Backend, file: string): Promise<Outcome<void>> => {
    const inFile = lines().filter((breakpoint) => breakpoint.file === file);
    const other = otherLanguage(file, backend.kind);
    if (other !== undefined) {
      for (const { id } of inFile) {
        ofOtherLanguage.add(id);
        bind({ id, isBound: false, location: undefined, message: other, nearestLine: undefined });
      }
      return ok(undefined);
    }
    const wanted = inFile.filter(({ isEnabled }) => isEnabled).map(toWanted);
    const asked = within(LIMITS.questionMs, backend.setBreakpoints(file, wanted), () => late());
    const answer = await asked.catch(toThrownFailure('QUERY_FAILED'));
    if (!answer.ok) return answer;
    for (const breakpoint of inFile) if (!breakpoint.isEnabled) breakpoint.bound = undefined;
    for (const bound of answer.value) bind(bound);
    return ok(undefined);
  };
  const syncExceptions = (backend: Backend): Promise<Outcome<void>> => {
    const enabled = exceptions().filter(({ isEnabled }) => isEnabled);
    // A first-chance breakpoint needs uncaught exceptions, too.
    const wanted = {
      caught: enabled.some(({ firstChance }) => firstChance),
      uncaught: enabled.length > 0,
      ...(enabled.every(({ type }) => type !== ANY_EXCEPTION) && {
        types: enabled.map(({ type, includeSubtypes }) => ({ type, includeSubtypes })),
      }),
    };
    return within(LIMITS.questionMs, backend.setExceptions(wanted), () => late()).catch(
      toThrownFailure('QUERY_FAILED'),
    );
  };
  return {
    lines,
    exceptions,
    unbound: () =>
      lines()
        .filter(({ id, isEnabled, bound }) => isEnabled && !bound?.isBound && !ofOtherLanguage.has(id))
        .map(({ id, file, line, bound }) => ({ id, file, line, message: bound?.message ?? null })),
    find: (id) => byId.get(id),
    at: (place) => lines().filter((breakpoint) => breakpoint.isEnabled && isAt(breakpoint, place)),
    addLine: (wanted) =>
      add({
        ...wanted,
        id: `${wanted.kind === 'tracepoint' ? 'tp' : 'bp'}-${randomUUID()}`,
        bound: undefined,
        hitCount: 0,
        conditionError: undefined,
      }),
    addException: (wanted) => add({ ...wanted, id: `ebp-${randomUUID()}`, hitCount: 0 }),
    remove: (id) => byId.delete(id),
    restore: (breakpoint) => byId.set(breakpoint.id, breakpoint),
    bind,
    syncFile,
    syncExceptions,
    syncAll: async (backend) => {
      for (const file of new Set(lines().map((breakpoint) => breakpoint.file))) {
        const synced = await syncFile(backend, file);
        if (!synced.ok) return synced;
      }
      return syncExceptions(backend);
    },
    endSession: () => {
      ofOtherLanguage.clear();
      for (const breakpoint of byId.values()) {
        breakpoint.hitCount = 0;
        if (breakpoint.kind === 'exception') continue;
        breakpoint.bound = undefined;
        breakpoint.conditionError = undefined;
      }
    },
  };
}

function toWanted({ id, line, column, expression, hits, trace }: LineBreakpoint): WantedBreakpoint {
  return { id, line, column, condition: expression, hits, trace: trace?.parts };
}

const LANGUAGES: readonly { readonly name: string; readonly kind: BackendKind; readonly files: RegExp }[] = [
  { name: 'JavaScript', kind: 'node', files: /\.[cm]?jsx?$/ },
  { name: 'TypeScript', kind: 'node', files: /\.[cm]?tsx?$/ },
  { name: 'Python', kind: 'python', files: /\.py$/ },
  { name: 'Rust', kind: 'native', files: /\.rs$/ },
  { name: 'C and C++', kind: 'native', files: /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/ },
];

/** The reason why a file is not of the program: it is in a language of another debugger. */
function otherLanguage(file: string, kind: BackendKind): string | undefined {
  const language = LANGUAGES.find(({ files }) => files.test(file));
  if (language === undefined || language.kind === kind) return undefined;
  return `The program that is debugged now has no ${language.name}. The breakpoint is kept for the next one that has.`;
}

function isAt({ file, line, bound }: LineBreakpoint, place: SourceLocation): boolean {
  const really = bound?.location;
  if (really !== undefined) return really.file === place.file && really.line === place.line;
  return file === place.file && line === place.line;
}

function late(): Outcome<never> {
  return err({ code: 'TIMEOUT', message: 'The debugger did not take the breakpoints in time. Try again.' });
}

function tooMany(): Outcome<never> {
  return err({
    code: 'INVALID_PARAMETER',
    message: `There are ${LIMITS.breakpoints} breakpoints, which is all there may be. Remove one with breakpoint_remove first.`,
    details: { limit: LIMITS.breakpoints },
  });
}
