import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startGateway } from '../gateway/fixtures/gateway.ts';
import { createFolder, ledger, untilOffered, viewOf } from './fixtures/record.ts';

const post = (id: string | undefined, body: object): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(id !== undefined && { 'mcp-session-id': id }),
  },
  body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  signal: AbortSignal.timeout(20_000),
});

it('records a call whose cancellation arrived first as cancelled, and never sends it', async () => {
  const tally = join(createFolder(), 'tally');
  const gateway = await startGateway({ servers: { ledger: ledger(tally) }, auth: false });
  await untilOffered(gateway);
  const view = viewOf(gateway);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'e2e', version: '1.0.0' } };
  const greeted = await fetch(gateway.mcpUrl, post(undefined, { id: 0, method: 'initialize', params }));
  const session = greeted.headers.get('mcp-session-id') ?? undefined;
  await greeted.text();

  const cancelled = await fetch(
    gateway.mcpUrl,
    post(session, { method: 'notifications/cancelled', params: { requestId: 1 } }),
  );
  expect(cancelled.status).toBe(202);
  const call = { id: 1, method: 'tools/call', params: { name: 'ledger__wait', arguments: { n: 1 } } };
  expect(await (await fetch(gateway.mcpUrl, post(session, call))).text()).not.toContain('jsonrpc');

  await expect.poll(async () => (await view.allCalls()).map(({ status }) => status)).toEqual(['cancelled']);
  const heard = readFileSync(tally, 'utf8').split('\n');
  expect(heard.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});
