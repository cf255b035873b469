import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit } from '@toolmark/kit';
import type { BackendChooser } from '../backend/choose.ts';
import type { Engine } from '../engine/engine.ts';
import type { Workspaces } from './code/workspaces.ts';

/** What tools work with. It outlives connections. */
export interface Debugger {
  readonly engine: Engine;
  readonly backends: BackendChooser;
  readonly workspaces: Workspaces;
  /** Where relative paths begin while nothing is being debugged. */
  readonly cwd: string;
}

/** What a tool is registered on and works with. */
export interface Toolbox extends Debugger {
  readonly kit: Kit<McpServer>;
}
