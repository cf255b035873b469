import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit } from '@toolmark/kit';
import type { BackendChooser } from '../backend/choose.ts';
import type { Engine } from '../engine/engine.ts';
import type { Workspaces } from './code/workspaces.ts';

/** The shared state of the tools. It outlives connections. */
export interface Debugger {
  readonly engine: Engine;
  readonly backends: BackendChooser;
  readonly workspaces: Workspaces;
  /** The base of relative paths without a session. */
  readonly cwd: string;
}

/** The server and the debugger for registering a tool. */
export interface Toolbox extends Debugger {
  readonly kit: Kit<McpServer>;
}
