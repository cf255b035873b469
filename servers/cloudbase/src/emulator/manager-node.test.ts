import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type ServedEmulator, serveEmulator } from '../fixtures/serve-emulator.ts';
import { createEmulator } from './create-emulator.ts';
import { comparableState } from './fixtures/comparable-state.ts';
import { createTencentProxy } from './fixtures/tencent-proxy.ts';

const SCRIPT = fileURLToPath(new URL('./fixtures/manager-node-script.cjs', import.meta.url));

const FILES = {
  'site/index.html': '<h1>Hi</h1>',
  'site/old.html': 'old',
  'functions/greet/index.js':
    'exports.main = async ({ queryStringParameters: { name } }) => ({ greeting: "Hi " + name });',
};

// Uploads packages inline, and through the bucket for temporary uploads, its default.
it.each(['zip', 'cos'])(
  'the unmodified manager-node works with the emulator; functions by %s',
  async (mode) => {
    await using emulator = await createEmulator();
    await using proxy = await createTencentProxy(emulator.url);
    const folder = await mkdtemp(join(tmpdir(), 'toolmark-cloudbase-manager-'));
    try {
      await mkdir(join(folder, 'site'));
      await mkdir(join(folder, 'functions/greet'), { recursive: true });
      for (const [path, text] of Object.entries(FILES)) await writeFile(join(folder, path), text);
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
          // Some of its clients support only these environment variables.
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
      await using ours = await serveEmulator({
        emulator: { hasSamples: false },
        elicit: () => ({ action: 'accept', content: { proceed: true } }),
      });
      expect(await doTheSame(ours)).toEqual({
        ...results,
        // The same files, without the folder marker.
        files: ['web/index.html', 'web/old.html'],
        temporaryUrl: expect.stringContaining('docs/page.html?q-sign-algorithm=sha1'),
      });
      expect(comparableState(ours.emulator)).toEqual(comparableState(emulator));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  90_000,
);

/** The same steps as the script, with the tools of this server. */
async function doTheSame({ call, write }: ServedEmulator): Promise<Readonly<Record<string, unknown>>> {
  const must = async (tool: string, args: Readonly<Record<string, unknown>> = {}) => {
    const result = (await call(tool, args)) as Readonly<Record<string, unknown>>;
    expect([tool, result]).toEqual([tool, expect.not.objectContaining({ failed: expect.anything() })]);
    return result;
  };
  const membersOf = (list: unknown, name: string) =>
    (list as Readonly<Record<string, unknown>>[]).map((each) => each[name]);
  for (const [path, text] of Object.entries(FILES)) await write(path, text);
  const books = { collectionName: 'books' };
  const { environments } = await must('listEnvs');
  await must('createEnvDomain', { domains: ['app.example.com'] });
  const { domains } = await must('getEnvAuthDomains');
  await must('uploadFiles', { localPath: 'site', cloudPath: 'web' });
  const { files } = await must('findFiles', { prefix: 'web' });
  await must('deleteFiles', { cloudPath: 'web/old.html' });
  const { indexDocument } = await must('getWebsiteConfig');
  await must('createCollection', books);
  const MgoKeySchema = { MgoIsUnique: true, MgoIndexKeys: [{ Name: 'isbn', Direction: '1' }] };
  await must('updateCollection', { ...books, options: { CreateIndexes: [{ IndexName: 'isbn_1', MgoKeySchema }] } });
  const { exists } = await must('checkIndexExists', { ...books, indexName: 'isbn_1' });
  const documents = ['{"_id":"a","isbn":"1","stock":3}', '{"_id":"b","isbn":"2","stock":5}'];
  await must('insertDocuments', { ...books, documents });
  await must('updateDocuments', { ...books, query: '{"isbn":"1"}', update: '{"$inc":{"stock":-1}}' });
  await must('deleteDocuments', { ...books, query: '{"isbn":"2"}', isMulti: true });
  const { data } = await must('queryDocuments', { ...books, limit: 10 });
  const func = { name: 'greet', runtime: 'Nodejs18.15', timeout: 5, installDependency: false };
  await must('createFunction', { func, force: true });
  const { functions } = await must('getFunctionList');
  await must('createFunctionHTTPAccess', { name: 'greet', path: '/greet' });
  const { temporaryUrl } = await must('uploadFile', { localPath: 'site/index.html', cloudPath: 'docs/page.html' });
  return {
    envs: membersOf(environments, 'envId'),
    domains: membersOf(domains, 'domain'),
    files: membersOf(files, 'key'),
    website: { IndexDocument: { Suffix: indexDocument } },
    exists,
    books: data,
    functions: membersOf(functions, 'name'),
    temporaryUrl,
  };
}
