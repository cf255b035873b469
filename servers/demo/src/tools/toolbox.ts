import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit } from '@toolmark/kit';
import type { DemoStore } from '../store/store.ts';

/** What a tool is registered on and works with. */
export interface Toolbox {
  readonly kit: Kit<McpServer>;
  readonly store: DemoStore;
  readonly wait: Wait;
}

/** Lets time pass; rejects when the signal is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
