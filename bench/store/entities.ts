import type { CallsTable, SessionsTable, ToolVersionsTable } from '../../packages/record/src/store/schema.ts';

/** The tools and sessions of the generated calls. */
export interface FilledTool {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly class: 'read' | 'additive' | 'destructive';
}

const SERVERS = ['files', 'github', 'postgres', 'browser', 'mail'] as const;
const TOOLS_PER_SERVER = 12;
/** Of five tools three read, one adds and one destroys, and all are called equally often. */
const CLASSES = ['read', 'read', 'additive', 'read', 'destructive'] as const;

export function toolsOf(): readonly FilledTool[] {
  return SERVERS.flatMap((server) =>
    Array.from({ length: TOOLS_PER_SERVER }, (_, index) => {
      const tool = `${server}_tool_${index}`;
      // Shifted by the server, so that servers have different mixes.
      return { id: `version-${tool}`, server, tool, class: CLASSES[(index + SERVERS.indexOf(server)) % 5] ?? 'read' };
    }),
  );
}

export function versionOf({ id, server, tool, class: kind }: FilledTool, at: number): ToolVersionsTable {
  const isRead = kind === 'read';
  const annotations = { readOnlyHint: isRead, ...(isRead ? {} : { destructiveHint: kind === 'destructive' }) };
  return {
    id,
    server,
    tool,
    title: `Tool ${tool}`,
    class: kind,
    effective: JSON.stringify({
      readOnlyHint: hintOf(isRead, isRead),
      destructiveHint: hintOf(kind === 'destructive', isRead ? null : kind === 'destructive'),
      idempotentHint: hintOf(false, null),
      openWorldHint: hintOf(true, null),
    }),
    definition: JSON.stringify({ name: tool, inputSchema: { type: 'object' }, annotations }),
    hints: `hints-${tool}`,
    prose: `prose-${tool}`,
    first_seen: at,
    last_seen: at,
  };
}

function hintOf(value: boolean, declared: boolean | null): object {
  return declared === null
    ? { value, source: 'default', declared, reason: 'Its server does not say.' }
    : { value, source: 'declared', declared, reason: 'Its server says so.' };
}

export interface FilledSession {
  readonly id: string;
  readonly take: (call: CallsTable) => void;
  readonly row: () => SessionsTable;
  readonly servers: () => readonly string[];
}

/** A session with the sums of its calls. Every tenth is still active. */
export function sessionOf(index: number): FilledSession {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const servers = new Set<string>();
  const byClass = { read: 0, additive: 0, destructive: 0 };
  const sums = { calls: 0, input: 0, output: 0, errors: 0 };
  let start = 0;
  let last = 0;
  return {
    id,
    servers: () => [...servers],
    take: (call) => {
      start ||= call.started_at;
      last = call.started_at;
      if (call.server !== null) servers.add(call.server);
      if (call.class === 'read' || call.class === 'additive' || call.class === 'destructive') byClass[call.class] += 1;
      sums.calls += 1;
      sums.input += call.input_tokens ?? 0;
      sums.output += call.output_tokens ?? 0;
      sums.errors += call.status === 'error' ? 1 : 0;
    },
    row: () => ({
      id,
      status: index % 10 === 9 ? 'active' : 'closed',
      principal: 'local',
      client_name: index % 3 === 0 ? 'claude' : 'cursor',
      client_version: '1.0.0',
      conversation: null,
      era: 'modern',
      mode: 'direct',
      start_time: start,
      end_time: index % 10 === 9 ? null : last,
      end_reason: index % 10 === 9 ? null : 'idle',
      last_activity: last,
      tool_call_count: sums.calls,
      input_tokens: sums.input,
      output_tokens: sums.output,
      menu_tokens: 4_000,
      discovery_tokens: 0,
      listing_tokens: 4_000,
      read_calls: byClass.read,
      additive_calls: byClass.additive,
      destructive_calls: byClass.destructive,
      error_count: sums.errors,
      approval_count: byClass.destructive,
      private_data_read: null,
      untrusted_content_seen: null,
      open_world_write: null,
      instance_id: 'bench',
    }),
  };
}
