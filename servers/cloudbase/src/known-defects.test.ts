// One regression test for each known defect of the original server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type CallEvent, instrument } from '@toolmark/kit';
import { describe, expect, it } from 'vitest';
import { Refusal } from './emulator/refusal.ts';
import { zipOf } from './emulator/templates.ts';
import { serveEmulator } from './fixtures/serve-emulator.ts';
import type { Elicit } from './fixtures/serve-tools.ts';

const yes: Elicit = () => ({ action: 'accept', content: { proceed: true } });
const MAIN = resolve(import.meta.dirname, 'main.ts');

describe('the original', () => {
  it('1. wrote lines to stdout that are not MCP messages', async () => {
    await using served = await serveEmulator();
    await served.write('functions/tick/index.js', 'exports.main = async () => 1;');
    await served.write('site/a.html', '<p>A</p>');
    const child = spawn(
      process.execPath,
      ['--conditions=@toolmark/source', MAIN, '--emulator', '--unattended', '--workspace', served.workspace],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    try {
      const lines: unknown[] = [];
      const asked = [
        {
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
        },
        ...[
          { name: 'uploadFile', arguments: { localPath: 'site/a.html', cloudPath: 'a.html' } },
          { name: 'uploadFiles', arguments: { localPath: 'site' } },
          { name: 'createFunction', arguments: { func: { name: 'tick' }, force: true } },
        ].map((params) => ({ method: 'tools/call', params })),
      ];
      for (const [id, each] of asked.entries())
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...each })}\n`);
      for await (const line of createInterface(child.stdout)) {
        lines.push(JSON.parse(line));
        if (lines.filter((each) => Object.hasOwn(each as object, 'id')).length === asked.length) break;
      }
      const answers = lines.filter((each) => Object.hasOwn(each as object, 'id'));
      expect(answers).toHaveLength(asked.length);
      expect(lines.every((each) => (each as { jsonrpc: unknown }).jsonrpc === '2.0')).toBe(true);
      expect(answers.filter((each) => JSON.stringify(each).includes('"isError":true'))).toEqual([]);
    } finally {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  }, 30_000);

  it('2. crashed when the CORS edit after createEnvDomain was refused', async () => {
    await using served = await serveEmulator();
    served.emulator.refuse('cos PUT Bucket cors', new Refusal('AccessDenied', 'Access Denied.', 403));
    const domains = ['shop.example.com'];
    expect(await served.call('createEnvDomain', { domains })).toMatchObject({ failed: { code: 'PARTLY_DONE' } });
    expect(await served.call('getEnvAuthDomains')).toMatchObject({ domains: [{}, {}, { domain: domains[0] }] });
  });

  it('3. connected to private addresses before it refused them', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url);
      response.setHeader('content-type', 'text/plain').end('secret');
    });
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
    try {
      await using served = await serveEmulator({ mayReachPrivate: false });
      const { port } = server.address() as AddressInfo;
      const hosts = ['127.0.0.1', '127.0.0.2', '[::ffff:127.0.0.1]', '[::1]', 'localhost', '0.0.0.0'];
      for (const host of [
        ...hosts,
        '172.16.0.1',
        '172.31.255.254',
        '192.168.1.1',
        '10.0.0.1',
        '100.64.0.1',
        '169.254.169.254',
      ])
        expect([host, await served.call('downloadRemoteFile', { url: `http://${host}:${port}/` })]).toMatchObject([
          host,
          { failed: { code: 'ADDRESS_REFUSED' } },
        ]);
      expect([seen, (await served.state()).files]).toEqual([[], {}]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('4. wrote temporary files outside of their folder by the extension', async () => {
    await using served = await serveEmulator();
    for (const extension of ['/../../x.txt', '.txt/../../x', '../x', '.a/b', '.\0'])
      expect(await served.call('createTempFile', { content: 'x', extension })).toMatchObject({
        failed: { code: 'INVALID_ARGUMENT' },
      });
    expect((await served.state()).files).toEqual({});
  });

  it('5. read files of folders with the same name prefix as the temporary folder', async () => {
    await using served = await serveEmulator();
    // A sibling: …/temporary and …/temporary-secrets.txt.
    const sibling = `${served.temporary}-secrets.txt`;
    await writeFile(sibling, 'secret');
    for (const filePath of [sibling, join(served.temporary, '../temporary-secrets.txt')])
      expect(await served.call('readTempFile', { filePath })).toMatchObject({ failed: { code: 'NOT_ALLOWED' } });
  });

  it('6. treated "the task must change" as approval', async () => {
    const elicit: Elicit = () => ({ action: 'accept', content: { choice: '需要修改任务' } });
    await using served = await serveEmulator({ elicit, language: 'zh' });
    expect(await served.call('interactiveDialog', { type: 'confirm', message: '部署。' })).toEqual({
      answer: 'changes',
    });
  });

  it('7. answered exists: false if the request failed', async () => {
    await using served = await serveEmulator();
    served.emulator.refuse('tcb DescribeTable', new Refusal('AuthFailure.SignatureFailure', 'No.'));
    expect(await served.call('checkCollectionExists', { collectionName: 'todos' })).toMatchObject({
      failed: { code: 'BAD_CREDENTIALS' },
    });
  });

  it('8. sent argument values to its telemetry in plain text', async () => {
    const events: CallEvent[] = [];
    await using served = await serveEmulator({ use: [instrument({ record: (event) => events.push(event) })] });
    const secrets = {
      query: '{"secret":"one"}',
      localPath: '/secret/two',
      url: 'https://secret/three',
      envId: 'secret-four',
    };
    for (const tool of ['queryDocuments', 'uploadFile', 'downloadRemoteFile', 'insertDocuments'])
      await served.call(tool, {
        ...secrets,
        collectionName: 'todos',
        cloudPath: 'secret/five',
        documents: ['{"secret":6}'],
      });
    expect(events.map(({ tool }) => tool)).toHaveLength(4);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('9. chose silently with forceUpdate, instead of asking again', async () => {
    const asked: string[] = [];
    const elicit: Elicit = ({ message }) => {
      asked.push(message);
      return {
        action: 'accept',
        content: message.includes('code') ? { confirmed: true } : { envId: 'staging-9f8e7d6c5b' },
      };
    };
    await using served = await serveEmulator({ elicit, isSignedOut: true });
    await served.call('login');
    await served.call('login', { forceUpdate: true });
    expect(asked.filter((message) => message.includes('In which environment'))).toHaveLength(2);
  });

  it('10. ignored the parameters of updateFunctionCode', async () => {
    await using served = await serveEmulator({ elicit: yes });
    const zipFile = (await zipOf({ 'app.js': 'exports.start = () => 2;' })).toString('base64');
    const args = { name: 'hello', zipFile, handler: 'app.start', runtime: 'Nodejs16.13', installDependency: true };
    expect(await served.call('updateFunctionCode', args)).toMatchObject({ status: 'Active' });
    expect(served.emulator.snapshot()[served.emulator.envId]).toMatchObject({
      functions: { hello: { handler: 'app.start', runtime: 'Nodejs16.13', installDependency: true } },
    });
  });

  it('11. had no tools without its telemetry', async () => {
    await using served = await serveEmulator();
    expect((await served.client.listTools()).tools).toHaveLength(36);
  });
});
