import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createEmulator } from './create-emulator.ts';
import { createTencentProxy } from './fixtures/tencent-proxy.ts';

const SCRIPT = fileURLToPath(new URL('./fixtures/manager-node-script.cjs', import.meta.url));

// Inline, and through the bucket for temporary uploads, which is what it does by default.
it.each(['zip', 'cos'])(
  'the unmodified manager-node works with the emulator; functions by %s',
  async (mode) => {
    await using emulator = await createEmulator();
    await using proxy = await createTencentProxy(emulator.url);
    const folder = await mkdtemp(join(tmpdir(), 'toolmark-cloudbase-manager-'));
    try {
      await mkdir(join(folder, 'site'));
      await mkdir(join(folder, 'functions/greet'), { recursive: true });
      await writeFile(join(folder, 'site/index.html'), '<h1>Hi</h1>');
      await writeFile(join(folder, 'site/old.html'), 'old');
      await writeFile(
        join(folder, 'functions/greet/index.js'),
        'exports.main = async ({ queryStringParameters: { name } }) => ({ greeting: "Hi " + name });',
      );
      const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], {
        timeout: 60_000,
        env: {
          HOME: folder,
          PATH: process.env['PATH'],
          ENV_ID: emulator.envId,
          SECRET_ID: emulator.credentials.secretId,
          SECRET_KEY: emulator.credentials.secretKey,
          FOLDER: folder,
          DEPLOY_MODE: mode,
          PROXY: proxy.url,
          // Some of its clients know only these.
          http_proxy: proxy.url,
          https_proxy: proxy.url,
          NODE_EXTRA_CA_CERTS: proxy.certificate,
        },
      });
      const results = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Readonly<Record<string, unknown>>;
      expect(results).toEqual({
        envs: [emulator.envId, 'staging-9f8e7d6c5b'],
        domains: [`${emulator.envId}.tcloudbaseapp.com`, 'localhost', 'app.example.com'],
        files: expect.arrayContaining(['web/index.html', 'web/old.html']),
        website: { IndexDocument: { Suffix: 'index.html' } },
        exists: true,
        books: ['{"_id":"a","isbn":"1","stock":2}'],
        functions: ['greet'],
        temporaryUrl: expect.stringContaining('docs/page.html?q-sign-algorithm=sha1'),
      });
      expect(emulator.snapshot()[emulator.envId]).toMatchObject({
        hosting: { objects: { 'web/index.html': { contentType: 'text/html', size: 11 } } },
        storage: {
          objects: { 'docs/page.html': { size: 11 } },
          cors: [{ allowedOrigins: ['http://app.example.com', 'https://app.example.com'] }],
        },
        functions: { greet: { runtime: 'Nodejs18.15', timeout: 5, handler: 'index.main' } },
        gateway: [{ path: '/greet', name: 'greet' }],
        collections: { books: { documents: [{ _id: 'a', isbn: '1', stock: 2 }] } },
      });
      const page = await fetch(String(results['temporaryUrl']));
      expect(await page.text()).toBe('<h1>Hi</h1>');
      const greeting = await fetch(`${emulator.functionUrl(emulator.envId)}/greet?name=Ada`);
      expect(await greeting.json()).toEqual({ greeting: 'Hi Ada' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  90_000,
);
