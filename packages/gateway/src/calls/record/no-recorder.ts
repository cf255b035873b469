import { ok } from '@toolmark/annotations';
import { createSequence, type StoreReader } from '@toolmark/record';
import type { RunningRecorder } from './create-recorder.ts';

/** For a gateway whose config switches recording off. */
export function createNoRecorder(now: () => number, configFile = 'the config file'): RunningRecorder {
  const since = new Date(now()).toISOString();
  const off = (): Promise<never> => Promise.reject(new Error(recordOff(configFile)));
  const reader: StoreReader = {
    calls: off,
    call: off,
    export: off,
    sessions: off,
    session: off,
    stats: off,
    usage: off,
    versions: off,
    eventsAfter: off,
    lastEvent: off,
    approvals: off,
    approval: off,
    size: off,
  };
  return {
    nextKey: createSequence(() => process.pid),
    begin: () => undefined,
    answered: () => undefined,
    end: () => ({ isSafe: Promise.resolve(), written: undefined }),
    asked: () => {},
    resolved: () => Promise.resolve(ok(undefined)),
    connected: () => {},
    listed: () => {},
    offered: () => {},
    discovered: () => {},
    recordTools: () => {},
    endSession: () => {},
    tell: () => {},
    settled: () => Promise.resolve(),
    reader,
    onEvents: () => () => {},
    status: () => ({ state: 'off', problem: null, since, place: null, size_bytes: null, lost_calls: 0 }),
    apply: () => {},
    close: () => Promise.resolve(),
  };
}

/** The error for requests that read calls. */
export const recordOff = (configFile: string): string =>
  `Calls are not recorded. Set record.enabled to true in ${configFile} and restart the gateway.`;
