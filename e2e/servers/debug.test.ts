import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../gateway/fixtures/clients.ts';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { NOBODY, startPolicyGateway } from '../policy/fixtures/api.ts';
import { viewOf } from '../record/fixtures/record.ts';
import { root, runCli } from '../support/run-cli.ts';

const DEBUG = join(root, 'servers', 'debug', 'bin', 'toolmark-debug.js');
const servers = { debug: { command: process.execPath, args: [DEBUG] } };

/** A program that fails on a nonexistent article. */
function writeShop(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-shop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'orders.js');
  writeFileSync(file, 'const article = new Map([[1, { price: 10 }]]).get(77);\nconsole.log(article.price);\n');
  return file;
}

const untilOffered = (gateway: TestGateway) =>
  expect.poll(async () => (await gateway.api('/api/v1/tools')).body, { timeout: 30_000 }).toMatchObject({ total: 34 });

describe('the debugger', () => {
  it('matches its table, and has no findings', async () => {
    const config = join(root, 'servers', 'debug', 'toolmark.audit.json');
    const { code, stdout } = await runCli(['audit', '--config', config, '--format', 'json']);
    const { reports } = JSON.parse(stdout) as { reports: readonly object[] };
    expect({ code, reports }).toMatchObject({
      code: 0,
      reports: [{ passed: true, coverage: { tools: 34, complete: 34, declared: 136 } }],
    });
  });

  it.each(['auto', 'legacy'] as const)('analyses an exception through the gateway (%s)', async (mode) => {
    const gateway = await startGateway({ servers });
    await untilOffered(gateway);
    const client = await connect(gateway, mode);
    const call = async (tool: string, given: Record<string, unknown>) =>
      (await client.callTool({ name: `debug__${tool}`, arguments: given })).structuredContent;

    await call('breakpoint_set_exception', { exception_type: 'TypeError' });
    const program = writeShop();
    expect(await call('debug_launch', { program, stopAtEntry: false })).toMatchObject({ success: true });
    expect(await call('breakpoint_wait', { include_autopsy: true })).toMatchObject({
      hit: true,
      exceptionInfo: { type: 'TypeError', message: "Cannot read properties of undefined (reading 'price')" },
      location: { file: program, line: 2 },
      autopsy: { throwingFrameIndex: 0 },
    });
    expect(await call('evaluate', { expression: 'nothing.there' })).toMatchObject({ success: false });
    expect(await call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: true });

    const calls = await viewOf(gateway).allCalls();
    expect(calls.map(({ tool, class: of, status }) => [tool, of, status]).toReversed()).toEqual([
      ['breakpoint_set_exception', 'additive', 'ok'],
      ['debug_launch', 'destructive', 'ok'],
      ['breakpoint_wait', 'read', 'ok'],
      ['evaluate', 'read', 'error'],
      ['debug_disconnect', 'destructive', 'ok'],
    ]);
  });

  it('runs no program without approval, and allows reading tools', async () => {
    const { gateway } = await startPolicyGateway(servers, NOBODY);
    const client = await connect(gateway);
    const call = (tool: string, given = {}) => client.callTool({ name: `debug__${tool}`, arguments: given });
    expect(await call('debug_launch', { program: writeShop() })).toMatchObject({ isError: true });
    expect(await call('process_read_output')).toMatchObject({ isError: true });
    expect((await call('debug_state')).structuredContent).toMatchObject({ success: true, state: 'disconnected' });
    expect((await viewOf(gateway).allCalls()).map(({ tool, decision }) => [tool, decision?.kind])).toEqual([
      ['debug_state', 'allow'],
      ['process_read_output', 'allow'],
      ['debug_launch', 'ask'],
    ]);
  });
});
