import type { ServerStatus } from '@toolmark/upstream';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';
import type { Circumstances } from './barrier.ts';

/** What exists for whoever asks, and how it stands. */
export interface View {
  /** Only what is in their scope. */
  readonly catalog: Pick<Catalog, 'tools' | 'toolsByName'>;
  /** Of their scope, with those that offer nothing. */
  readonly servers: readonly ViewedServer[];
  readonly circumstancesOf: (tool: CatalogTool) => Circumstances;
}

export interface ViewedServer {
  readonly name: string;
  readonly status: Pick<ServerStatus, 'state' | 'reason'>;
  readonly wantsSignIn: boolean;
  /** How many tools are known of it. */
  readonly tools: number;
}
