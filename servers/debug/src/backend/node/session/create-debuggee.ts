import type { BackendEvent, ProcessFacts } from '../../backend.ts';
import type { BreakpointRegistry } from '../breakpoint/breakpoint-registry.ts';
import type { Connection } from '../cdp/connect.ts';
import type { Debuggee } from '../debuggee.ts';
import { rootOf, scanMaps } from '../source/scan-maps.ts';
import { createSourceMaps } from '../source/source-maps.ts';
import { createThread, MAIN_THREAD } from '../thread/create-thread.ts';

/** The backend's state before and between debuggees. */
export interface BackendState {
  readonly breakpoints: BreakpointRegistry;
  readonly emit: (event: BackendEvent) => void;
  exceptions: Debuggee['exceptions'];
}

export function createDebuggee(
  standing: BackendState,
  parts: {
    readonly connection: Connection;
    readonly facts: ProcessFacts;
    readonly program: string;
    readonly isLaunched: boolean;
  },
): Debuggee {
  const { connection, facts, program, isLaunched } = parts;
  const { breakpoints, emit, exceptions } = standing;
  const maps = createSourceMaps();
  const files = [...new Set([...breakpoints.entries.values()].map(({ file }) => file))];
  for (const map of scanMaps(program, files)) maps.add(map);
  const main = createThread(MAIN_THREAD, 'main', connection);
  return {
    facts,
    main: connection,
    threads: new Map([[main.id, main]]),
    maps,
    breakpoints,
    emit,
    root: rootOf(program),
    program,
    isLaunched,
    exceptions,
  };
}
