import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool, ToolCallList } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { connectTo } from './fixtures/clients.ts';
import { createFolder, ledger, untilOffered, viewOf } from './fixtures/record.ts';

const servers = { ledger: ledger() };

async function start(): Promise<TestGateway> {
  const gateway = await startGateway({ servers });
  await untilOffered(gateway);
  return gateway;
}

const DECLARED: Readonly<Record<string, unknown>> = {
  look: { readOnlyHint: true, openWorldHint: false, title: 'Look Around' },
  measure: { readOnlyHint: true, openWorldHint: false },
  browse: { readOnlyHint: true, openWorldHint: true, idempotentHint: true },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  remove: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  bare: undefined,
};
const TITLES: Readonly<Record<string, string>> = {
  look: 'Look Around',
  measure: 'Measure It',
  browse: 'browse',
  add: 'add',
  remove: 'remove',
  bare: 'bare',
};

describe('annotations', () => {
  it('reach the API as the server declared them, with absent ones absent', async () => {
    // FR-002, FR-003, EC-2, D-tri-state, D-tool, C-tools, C-propagation, S-tools
    const gateway = await start();
    for (const query of ['', '?server=ledger', '?q=ledger']) {
      const { body } = await gateway.api(`/api/v1/tools${query}`);
      const { tools } = body as { tools: Tool[] };
      for (const [name, annotations] of Object.entries(DECLARED)) {
        const tool = tools.find((each) => each.name === name);
        expect({ name, annotations: tool?.annotations, title: tool?.title }).toEqual({
          name,
          annotations,
          title: TITLES[name],
        });
        expect(tool !== undefined && 'annotations' in tool).toBe(annotations !== undefined);
      }
    }
    const { body } = await gateway.api('/api/v1/tools/ledger/browse');
    expect((body as Tool).hints).toMatchObject({
      destructiveHint: { declared: null },
      openWorldHint: { declared: true },
    });
  });

  it('are stored with each call as they were at that time', async () => {
    // FR-008, FR-003, EC-2, D-tri-state, D-snapshot, D-call
    const dataDir = createFolder();
    const first = await startGateway({ dataDir, servers: { changing: changing(dataDir, { readOnlyHint: true }) } });
    await untilOffered(first, 1);
    await callAct(first, 'editor');
    await first.stop();
    const second = await startGateway({
      dataDir,
      servers: { changing: changing(dataDir, { destructiveHint: true, title: 'Act Again', 'x-own': [1] }) },
    });
    await untilOffered(second, 1);
    await callAct(second, 'editor');
    const view = viewOf(second);
    const [now, then] = (await view.calls('?tool=act')).tool_calls;
    expect(then).toMatchObject({
      annotations: { readOnlyHint: true },
      title: 'act',
      class: 'read',
      server: 'changing',
      client_name: 'editor',
      mode: 'direct',
      era: 'modern',
      duration_ms: expect.any(Number),
      effective: { readOnlyHint: { value: true, source: 'declared' }, destructiveHint: { declared: null } },
    });
    expect(now).toMatchObject({
      annotations: { destructiveHint: true, title: 'Act Again', 'x-own': [1] },
      title: 'Act Again',
      class: 'destructive',
    });
    const { body } = await second.api('/api/v1/tools/changing/act/versions');
    expect(body).toMatchObject({ total: 2 });
  });
});

/** A server with one tool, which declares the given annotations. */
function changing(folder: string, annotations: object): { readonly command: string; readonly args: readonly string[] } {
  const file = join(folder, 'changing.mjs');
  const tool = { name: 'act', inputSchema: { type: 'object' }, annotations };
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'changing', version: '1' } }),
  'tools/list': () => (${JSON.stringify({ tools: [tool] })}),
  'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
  ping: () => ({}),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params);
  const reply = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...reply }) + '\\n');
});
`,
  );
  return { command: process.execPath, args: [file] };
}

async function callAct(gateway: TestGateway, name: string): Promise<void> {
  const client = await connectTo(gateway, 'modern', { name, server: 'changing' });
  expect(await client.call('act')).toBe('done');
}

describe('sessions', () => {
  it('are listed newest first, ten at a time, with their total', async () => {
    // C-sessions, S-sessions, D-order, D-queries, EC-3, D-session
    const gateway = await start();
    const view = viewOf(gateway);
    expect(await view.sessions()).toEqual({
      sessions: [],
      total: 0,
      limit: 10,
      offset: 0,
      next_cursor: null,
    });
    const client = await connectTo(gateway, 'modern');
    const names = Array.from({ length: 12 }, (_, index) => `talk ${index}`);
    for (const [index, name] of names.entries()) {
      await client.call('look', { n: index }, { conversation: name });
      if (index === 2) expect((await view.sessions()).sessions).toHaveLength(3);
    }
    // The last used session is not the last started one.
    await client.call('look', { n: 99 }, { conversation: 'talk 0' });
    const first = await view.sessions();
    expect({ ...first, sessions: first.sessions.map(({ conversation }) => conversation) }).toEqual({
      sessions: names.toReversed().slice(0, 10),
      total: 12,
      limit: 10,
      offset: 0,
      next_cursor: expect.any(String),
    });
    const next = await view.sessions(`?cursor=${first.next_cursor}`);
    expect(next.sessions.map(({ conversation }) => conversation)).toEqual(['talk 1', 'talk 0']);
    const rest = await view.sessions('?limit=5&offset=10');
    expect({ ...rest, sessions: rest.sessions.map(({ conversation }) => conversation) }).toEqual({
      sessions: ['talk 1', 'talk 0'],
      total: 12,
      limit: 5,
      offset: 10,
      next_cursor: null,
    });
    expect((await view.sessions('?limit=100')).sessions).toHaveLength(12);
    expect(await gateway.api('/api/v1/sessions?limit=101')).toMatchObject({ status: 400 });
    expect(await gateway.api('/api/v1/sessions?limit=ten')).toMatchObject({ status: 400 });
  });

  it('can be fetched individually, with only their own calls', async () => {
    // C-session, C-session-calls, C-calls, S-session, S-session-calls, S-calls-filter, FR-019, US4.2, D-queries, D-order
    const gateway = await startGateway({ servers: { ledger: ledger(), other: ledger() } });
    await untilOffered(gateway, 20);
    const view = viewOf(gateway);
    const ada = await connectTo(gateway, 'modern', { name: 'ada' });
    const bob = await connectTo(gateway, 'older', { name: 'bob' });
    const elsewhere = await connectTo(gateway, 'modern', { name: 'ada', server: 'other' });
    for (let n = 0; n < 30; n++) {
      await ada.call('look', { n });
      await bob.call('look', { n });
      await elsewhere.call('measure', { n });
    }
    const [session] = (await view.sessions('?client=ada')).sessions;
    expect(await view.session(session?.id ?? '')).toMatchObject({
      id: session?.id,
      client_name: 'ada',
      tool_call_count: 60,
      servers: ['ledger', 'other'],
    });
    const listed = await gateway.api(`/api/v1/sessions/${session?.id}/tool-calls`);
    const own = listed.body as ToolCallList;
    expect({ ...own, tool_calls: own.tool_calls.length, next_cursor: typeof own.next_cursor }).toEqual({
      tool_calls: 50,
      total: 60,
      total_is_exact: true,
      limit: 50,
      offset: 0,
      next_cursor: 'string',
    });
    const filtered = await view.calls(`?session_id=${session?.id}&limit=50`);
    expect(filtered).toEqual(own);
    const rest = await view.calls(`?session_id=${session?.id}&limit=50&offset=50`);
    const calls = [...filtered.tool_calls, ...rest.tool_calls];
    expect(new Set(calls.map(({ id }) => id)).size).toBe(60);
    expect(new Set(calls.map(({ session_id: id }) => id))).toEqual(new Set([session?.id]));
    // One order over all servers: calls of the two alternate, on every page.
    expect(calls.map(({ server }) => server)).toEqual(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 'other' : 'ledger')),
    );
    const times = calls.map(({ started_at: at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await view.calls()).total).toBe(90);
    for (const path of ['/sessions/nobody', '/sessions/nobody/tool-calls', '/tool-calls/nothing'])
      expect(await gateway.api(`/api/v1${path}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
  });

  it('last while they are active, and have no name if their client has none', async () => {
    // FR-010, FR-012, FR-015, D-lifecycle, D-session-end
    const gateway = await start();
    const view = viewOf(gateway);
    const response = await fetch(gateway.mcpUrl, {
      method: 'POST',
      headers: {
        ...gateway.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'ledger__look',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'ledger__look',
          arguments: { n: 1 },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    expect(await response.text()).toContain('Looked at number 1');
    const before = await view.onlySession();
    expect(before).toMatchObject({ client_name: null, client_version: null, status: 'active', end_time: null });
    await expect.poll(async () => (await view.onlySession()).duration_ms).toBeGreaterThan(before.duration_ms);
    const shown = await runCli(['sessions', '--data', gateway.dataDir]);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).not.toContain('null');
    await gateway.stop();
    const after = await startGateway({ servers, dataDir: gateway.dataDir });
    const closed = await viewOf(after).onlySession();
    expect(closed).toMatchObject({ status: 'closed', end_reason: 'stopped', id: before.id });
    expect(closed.duration_ms).toBe(Date.parse(closed.end_time ?? '') - Date.parse(closed.start_time));
  });
});

it('a data folder from before the record existed is still usable', async () => {
  // D-compatible
  const dataDir = createFolder();
  const first = await startGateway({ dataDir, servers, config: { record: { enabled: false } } });
  await untilOffered(first);
  const unrecorded = await connectTo(first, 'modern');
  expect(await unrecorded.call('remove', { n: 1 })).toBe('Removed 1.');
  expect(await first.api('/api/v1/tool-calls')).toMatchObject({
    status: 503,
    body: { error: { code: 'record_unavailable' } },
  });
  await first.stop();
  const second = await startGateway({ dataDir, servers });
  await untilOffered(second);
  const client = await connectTo(second, 'modern');
  await client.call('remove', { n: 2 });
  expect((await viewOf(second).calls()).tool_calls).toMatchObject([{ tool: 'remove', status: 'ok' }]);
});
