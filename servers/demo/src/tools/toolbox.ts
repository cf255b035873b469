import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit } from '@toolmark/kit';
import type { DemoStore } from '../store/store.ts';

/** The kit and the store for registering a tool. */
export interface Toolbox {
  readonly kit: Kit<McpServer>;
  readonly store: DemoStore;
  readonly wait: Wait;
}

/** Waits; rejects when the signal is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
