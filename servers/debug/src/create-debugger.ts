import { type BackendChooser, createChooser } from './backend/choose.ts';
import { createEngine } from './engine/engine.ts';
import { createWorkspaces, type OpenWorkspace } from './tools/code/workspaces.ts';
import type { Debugger } from './tools/toolbox.ts';

/** A debugger that the caller must close. */
export interface DebuggerProgram extends Debugger {
  /** Ends launched programs, detaches from others, and closes the workspace. */
  readonly close: () => Promise<void>;
}

export interface DebuggerOptions {
  /** Replaces the real backends. */
  readonly backends?: BackendChooser;
  readonly openWorkspace?: OpenWorkspace;
  /** The base of relative paths. */
  readonly cwd?: string;
}

/**
 * One engine with all debuggers, each loaded on first use, because most sessions need only one.
 *
 * @example
 * const debug = createDebugger();
 * const server = startStdio(debug);
 * await debug.close();
 */
export function createDebugger(options: DebuggerOptions = {}): DebuggerProgram {
  const engine = createEngine();
  const workspaces = createWorkspaces(options.openWorkspace ?? openWorkspace);
  return {
    engine,
    backends: options.backends ?? REAL_BACKENDS,
    workspaces,
    cwd: options.cwd ?? process.cwd(),
    close: async () => {
      await Promise.all([engine.close(), workspaces.close()]);
    },
  };
}

const REAL_BACKENDS: BackendChooser = createChooser({
  node: async () => (await import('./backend/node/create-node-backend.ts')).createNodeBackend(),
  python: async () => (await import('./backend/dap/create-dap-backend.ts')).createDapBackend('python'),
  native: async () => (await import('./backend/dap/create-dap-backend.ts')).createDapBackend('native'),
});

const openWorkspace: OpenWorkspace = async (path, deadline, language) =>
  (await import('./code/open-workspace.ts')).openWorkspace(path, deadline, language);
