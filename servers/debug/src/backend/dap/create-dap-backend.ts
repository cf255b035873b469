import { notSupported } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Backend, BackendEvent } from '../backend.ts';
import type {
  ExceptionFacts,
  LayoutFacts,
  MemberFacts,
  ModuleFacts,
  ObjectIdentity,
  ReferenceList,
  TypeFacts,
  VariableFacts,
} from '../facts.ts';
import { setFile } from './breakpoints.ts';
import { REQUEST_MS, SURVEY_MS } from './deadlines.ts';
import {
  ask,
  askFrame,
  currentTarget,
  evaluateIn,
  listThreads,
  readStack,
  renamed,
  withoutNulls,
} from './inspection.ts';
import { endDebuggee, startDebuggee } from './lifecycle.ts';
import { readBuffer, readMemory } from './memory.ts';
import { nativeProfile } from './native/native-profile.ts';
import { pauseAll } from './pause.ts';
import type { DapProfile } from './profile.ts';
import { pythonProfile } from './python/python-profile.ts';
import { createSession } from './session.ts';
import { endInput, writeInput } from './stdin.ts';
import { resumeWith } from './stops.ts';

const PROFILES: Readonly<Record<'python' | 'native', DapProfile>> = { python: pythonProfile, native: nativeProfile };
const STEPS = { in: 'stepIn', over: 'next', out: 'stepOut' } as const;

/**
 * A debuggee under a debug adapter: Python under debugpy, C and C++ under lldb. Create a new backend for every
 * debuggee.
 * @example
 * const backend = createDapBackend('python');
 * backend.onEvent((event) => console.log(event.kind));
 * await backend.launch({ program: '/app/main.py', args: [], cwd: '/app', env: {} }, AbortSignal.timeout(30_000));
 */
export const createDapBackend = (profileName: keyof typeof PROFILES): Backend => {
  const profile = PROFILES[profileName];
  const listeners: ((event: BackendEvent) => void)[] = [];
  const session = createSession(profile, (event) => {
    for (const listener of listeners) listener(event);
  });
  // All threads stop together, so any thread id works.
  const anyThread = 1;

  return {
    kind: profile.kind,
    can: profile.can,
    launch: (spec, deadline) => startDebuggee(session, { kind: 'launch', spec }, deadline),
    attach: (pid, deadline) => startDebuggee(session, { kind: 'attach', pid }, deadline),
    detach: ({ terminate }) => endDebuggee(session, terminate),
    resume: () => resumeWith(session, 'continue', anyThread),
    step: (thread, mode) => resumeWith(session, STEPS[mode], thread),
    pause: () => pauseAll(session),
    setBreakpoints: (file, wanted) => setFile(session, file, wanted),
    setExceptions: async (wanted) => {
      session.exceptions = wanted;
      const target = currentTarget(session);
      return target.ok ? profile.setExceptions(target.value, wanted) : ok(undefined);
    },
    threads: () => listThreads(session),
    stack: (thread, start, count) => readStack(session, thread, start, count),
    variables: async (frame) => {
      const found = await askFrame<readonly VariableFacts[]>(session, frame, 'variables');
      return renamed(found.ok ? ok(found.value.map(withoutNulls)) : found, 'VARIABLES_FAILED');
    },
    children: async (ref, { start, count }) => {
      const found = await ask<readonly VariableFacts[]>(session, 'children', { ref, start, count }, REQUEST_MS);
      return renamed(found.ok ? ok(found.value.map(withoutNulls)) : found, 'INSPECTION_FAILED');
    },
    evaluate: (frame, expression, timeoutMs) => evaluateIn(session, frame, expression, timeoutMs),
    exception: async (thread) => {
      const found = await askFrame<ExceptionFacts | null>(session, { thread, index: 0 }, 'exception');
      if (!found.ok) return renamed(found, 'AUTOPSY_FAILED');
      if (found.value === null) return ok(undefined);
      const isFirstChance = found.value.isFirstChance ?? session.lastChance !== 'second';
      return ok({ ...withoutNulls(found.value), isFirstChance });
    },
    isException: (thread, type, subtypes) =>
      askFrame<boolean>(session, { thread, index: 0 }, 'isException', { type, subtypes }),
    modules: async () => {
      type Told = Omit<ModuleFacts, 'baseAddress'> & { readonly baseAddress?: string | null };
      const found = await ask<readonly Told[]>(session, 'modules', {}, SURVEY_MS);
      if (!found.ok) return renamed(found, 'ENUMERATION_FAILED');
      return ok(
        found.value.map((told) => ({
          ...withoutNulls(told),
          baseAddress: told.baseAddress ? BigInt(told.baseAddress) : undefined,
          size: told.size ?? undefined,
        })),
      );
    },
    types: async (module) => {
      const found = await ask<readonly TypeFacts[]>(session, 'types', { module }, SURVEY_MS);
      return renamed(found.ok ? ok(found.value.map(withoutNulls)) : found, 'METADATA_ERROR');
    },
    members: async (type, module) => {
      const found = await ask<MemberFacts>(session, 'members', { type, module: module ?? null }, SURVEY_MS);
      if (!found.ok) return renamed(found, 'METADATA_ERROR');
      return ok({ type: found.value.type, members: found.value.members.map(withoutNulls) });
    },
    layout: async (layoutTarget, frame) => {
      const found = await askFrame<LayoutFacts>(session, frame, 'layout', { target: layoutTarget });
      return renamed(found.ok ? ok(withoutNulls(found.value)) : found, 'LAYOUT_FAILED');
    },
    identity: async (ref) => {
      const found = await ask<ObjectIdentity>(session, 'identity', { ref }, REQUEST_MS);
      return renamed(found.ok ? ok(withoutNulls(found.value)) : found, 'INSPECTION_FAILED');
    },
    references: async (ref, direction, most) => {
      if (direction === 'inbound' && !profile.can.inboundReferences) return err(noInbound);
      const found = await ask<ReferenceList>(session, 'references', { ref, direction, most }, SURVEY_MS);
      if (!found.ok) return renamed(found, 'REFERENCE_ANALYSIS_FAILED');
      const references = found.value.references.map((each) => ({
        ...each,
        source: withoutNulls(each.source),
        target: withoutNulls(each.target),
      }));
      return ok({ references, total: found.value.total });
    },
    readMemory: (address, size) => readMemory(session, address, size),
    readBuffer: (expression, size, frame) => readBuffer(session, frame, { expression, size }),
    complete: (frame, beginning) => askFrame<readonly string[]>(session, frame, 'complete', { beginning }),
    sources: () => ask<readonly string[]>(session, 'sources', {}, SURVEY_MS),
    write: (data) => writeInput(session, data),
    endInput: () => endInput(session),
    onEvent: (listener) => {
      listeners.push(listener);
    },
  };
};

const noInbound = notSupported(
  'native',
  'inboundReferences',
  'C and C++ keep no record of who points to an object. Ask for outbound references, or look at the pointers you suspect.',
);
