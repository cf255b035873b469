import type { Server, ServerStateName, UsageReport } from '@toolmark/api-contract';
import { describeSelf } from '../../servers/labels.ts';

export interface ServerFilter {
  readonly words: string;
  readonly states: readonly ServerStateName[];
}

/** Filters servers by state, and by words that must all occur in their configured or reported name. */
export function filterServers(servers: readonly Server[], { words, states }: ServerFilter): readonly Server[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return servers.filter((server) => {
    if (states.length > 0 && !states.includes(server.state)) return false;
    const text = `${server.name}\n${describeSelf(server.server_info)}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Counts the servers in each state. */
export function countStates(servers: readonly Server[]): Readonly<Record<ServerStateName, number>> {
  const counts = { ready: 0, connecting: 0, waiting: 0, failed: 0, disabled: 0, stopped: 0 };
  for (const { state } of servers) counts[state]++;
  return counts;
}

export interface ServerUsage {
  readonly calls: number;
  readonly errors: number;
}

/** Counts the tool calls of each server. */
export function usageByServer(report: UsageReport | undefined): ReadonlyMap<string, ServerUsage> {
  const usage = new Map<string, ServerUsage>();
  for (const { server, calls, errors } of report?.usage ?? []) {
    const before = usage.get(server) ?? { calls: 0, errors: 0 };
    usage.set(server, { calls: before.calls + calls, errors: before.errors + errors });
  }
  return usage;
}
