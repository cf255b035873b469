import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../support/run-cli.ts';
import { newContext } from '../web/fixtures/browser.ts';

describe('the tools of the built program, for a client that cannot ask', () => {
  /** Calls a tool, and opens the page whose address is on stderr. */
  async function callAndOpen(name: string, args: Readonly<Record<string, unknown>>) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'servers', 'cloudbase', 'bin', 'toolmark-cloudbase.js'), '--emulator', '--lang', 'en'],
      // A browser that does nothing: the test opens the page itself.
      env: { PATH: process.env['PATH'] ?? '', BROWSER: 'true' },
      stderr: 'pipe',
    });
    // With `stderr: 'pipe'` it is a stream from the start.
    const lines = createInterface(transport.stderr as Readable);
    const said = once(lines, 'line') as Promise<[string]>;
    const client = new Client({ name: 'e2e', version: '1.0.0' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const result = client.callTool({ name, arguments: { ...args } });
    const [line] = await said;
    const page = await (await newContext({ theme: 'light', width: 1280 })).newPage();
    await page.goto(line.slice(line.indexOf('http')));
    return { page, result, client };
  }

  it('interactiveDialog does not take "change the task first" for a confirmation', async () => {
    const message = 'Deploy the website?';
    const { page, result } = await callAndOpen('interactiveDialog', { type: 'confirm', message });
    expect(await page.getByText(message).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Change the task first' }).click();
    expect((await result).structuredContent).toEqual({ answer: 'changes' });
  });

  it.each([
    ['Allow', false],
    ['Cancel', true],
  ])('updateDocuments after %s', async (button, isError) => {
    const { page, result, client } = await callAndOpen('updateDocuments', {
      collectionName: 'todos',
      query: '{"_id":"todo-1"}',
      update: '{"$set":{"title":"Overwritten"}}',
    });
    await page.getByRole('button', { name: button, exact: true }).click();
    expect((await result).isError ?? false).toBe(isError);
    const found = await client.callTool({ name: 'queryDocuments', arguments: { collectionName: 'todos' } });
    expect(JSON.stringify(found.structuredContent).includes('Overwritten')).toBe(!isError);
  });
});
