import { type BackendChooser, createChooser } from './backend/choose.ts';
import { createEngine } from './engine/engine.ts';
import { createWorkspaces, type OpenWorkspace } from './tools/code/workspaces.ts';
import type { Debugger } from './tools/toolbox.ts';

/** A debugger that somebody has to close. */
export interface DebuggerProgram extends Debugger {
  /** Ends what was launched, lets go of what was attached to, and closes the workspace. */
  readonly close: () => Promise<void>;
}

export interface DebuggerOptions {
  /** Instead of the real ones. */
  readonly backends?: BackendChooser;
  readonly openWorkspace?: OpenWorkspace;
  /** Where relative paths begin. */
  readonly cwd?: string;
}

/**
 * One engine with every debugger there is. They are loaded when they are first needed: most sessions need one.
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

const openWorkspace: OpenWorkspace = async (path, deadline) =>
  (await import('./code/open-workspace.ts')).openWorkspace(path, deadline);
