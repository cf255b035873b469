import { describe, expect, it } from 'vitest';
import { installed, runNode } from '../support/run-cli.ts';
import { startGateway } from './fixtures/gateway.ts';

const [, INSPECTOR = ''] = installed('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js');

describe("the inspector's command line", () => {
  it.each(['legacy', 'modern'])('lists and calls tools (%s)', async (era) => {
    const gateway = await startGateway({ auth: false });
    await expect
      .poll(async () => (await gateway.api('/api/v1/tools')).body, { timeout: 20_000 })
      .toMatchObject({ total: 15 });
    const inspect = (...args: readonly string[]) =>
      runNode([INSPECTOR, '--cli', gateway.mcpUrl, '--transport', 'http', '--protocol-era', era, ...args]);
    const listed = await inspect('--method', 'tools/list');
    expect(listed.stderr + listed.stdout).toContain('demo__create_note');
    const tools = (JSON.parse(listed.stdout) as { tools: { name: string; _meta: Record<string, unknown> }[] }).tools;
    expect(tools.find(({ name }) => name === 'demo__purge_drafts')?._meta['io.toolmark/annotations']).toMatchObject({
      class: 'destructive',
    });
    const called = await inspect('--method', 'tools/call', '--tool-name', 'demo__list_notes');
    expect(called.code).toBe(0);
    expect(JSON.parse(called.stdout)).toMatchObject({ content: [{ type: 'text' }] });
  });
});
