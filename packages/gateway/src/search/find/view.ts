import type { ServerStatus } from '@toolmark/upstream';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';
import type { ToolState } from './barrier.ts';

/** The part of the gateway that exists for a caller, with its state. */
export interface View {
  /** The tools in the caller's scope. */
  readonly catalog: Pick<Catalog, 'tools' | 'toolsByName'>;
  /** The servers in the caller's scope, including those without tools. */
  readonly servers: readonly ViewedServer[];
  readonly toolStateOf: (tool: CatalogTool) => ToolState;
}

export interface ViewedServer {
  readonly name: string;
  readonly status: Pick<ServerStatus, 'state' | 'reason'>;
  readonly wantsSignIn: boolean;
  /** The number of known tools. */
  readonly tools: number;
}
