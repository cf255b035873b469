import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveEmulator } from '../fixtures/serve-emulator.ts';
import { createEmulator, type Emulator } from './create-emulator.ts';
import { comparableState } from './fixtures/comparable-state.ts';
import { createTencentProxy, type TencentProxy } from './fixtures/tencent-proxy.ts';

const PROGRAM = join(createRequire(import.meta.url).resolve('@cloudbase/cloudbase-mcp'), '../cli.cjs');

const ABOUT = '<h1>About</h1>';
const DOUBLE = 'exports.main = async ({ n }) => ({ result: 2 * n });';

let emulator: Emulator;
let proxy: TencentProxy;
let folder: string;
let client: Client;

beforeAll(async () => {
  emulator = await createEmulator({ hasSamples: true });
  proxy = await createTencentProxy(emulator.url);
  folder = await mkdtemp(join(tmpdir(), 'toolmark-cloudbase-mcp-'));
  await mkdir(join(folder, 'site'));
  await mkdir(join(folder, 'functions/double'), { recursive: true });
  await writeFile(join(folder, 'site/about.html'), ABOUT);
  await writeFile(join(folder, 'functions/double/index.js'), DOUBLE);
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM],
      cwd: folder,
      stderr: 'ignore',
      env: {
        HOME: folder,
        PATH: process.env['PATH'] ?? '',
        TENCENTCLOUD_SECRETID: emulator.credentials.secretId,
        TENCENTCLOUD_SECRETKEY: emulator.credentials.secretKey,
        CLOUDBASE_ENV_ID: emulator.envId,
        WORKSPACE_FOLDER_PATHS: folder,
        CLOUDBASE_MCP_TELEMETRY_DISABLED: 'true',
        http_proxy: proxy.url,
        https_proxy: proxy.url,
        CLOUDBASE_TCB_CLOUDAPI_PROXY: proxy.url,
        NODE_EXTRA_CA_CERTS: proxy.certificate,
      },
    }),
  );
}, 60_000);
afterAll(async () => {
  await client.close();
  await proxy[Symbol.asyncDispose]();
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

/** The text of a successful result. */
async function call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const text = result.content.map((each) => (each.type === 'text' ? each.text : '')).join('\n');
  expect(result.isError ?? false, text).toBe(false);
  return text;
}
const state = (): unknown => emulator.snapshot()[emulator.envId];

describe('the unmodified cloudbase-mcp works with the emulator', () => {
  it('lists environments and domains', async () => {
    expect(await call('queryEnv', { action: 'list' })).toContain(emulator.envId);
    expect(await call('queryEnv', { action: 'info' })).toContain('demo');
    expect(await call('queryEnv', { action: 'domains' })).toContain('localhost');
  });

  it('adds and removes a domain, with its CORS rule', async () => {
    await call('envDomainManagement', { action: 'create', domains: ['shop.example.com'] });
    await expect.poll(state).toMatchObject({
      storage: { cors: [{ allowedOrigins: ['http://shop.example.com', 'https://shop.example.com'] }] },
    });
    await call('envDomainManagement', { action: 'delete', domains: ['shop.example.com'] });
    await expect.poll(state).toMatchObject({ storage: { cors: [] } });
    expect(state()).toMatchObject({ authDomains: expect.not.arrayContaining(['shop.example.com']) });
  });

  it('uploads, lists and deletes files of the site', async () => {
    await call('manageHosting', { action: 'upload', localPath: join(folder, 'site'), cloudPath: 'docs' });
    expect(state()).toMatchObject({ hosting: { objects: { 'docs/about.html': { size: 14 } } } });
    expect(await call('queryHosting', { action: 'findFiles', prefix: 'docs' })).toContain('docs/about.html');
    expect(await call('queryHosting', { action: 'websiteConfig' })).toContain('index.html');
    await call('manageHosting', { action: 'delete', cloudPath: 'docs', isDir: true, confirm: true });
    expect(JSON.stringify(state())).not.toContain('docs/about.html');
  });

  it('works with collections, indexes and documents', async () => {
    await call('writeNoSqlDatabaseStructure', { action: 'createCollection', collectionName: 'notes' });
    await call('writeNoSqlDatabaseStructure', {
      action: 'updateCollection',
      collectionName: 'notes',
      updateOptions: {
        CreateIndexes: [
          {
            IndexName: 'slug_1',
            MgoKeySchema: { MgoIsUnique: true, MgoIndexKeys: [{ Name: 'slug', Direction: '1' }] },
          },
        ],
      },
    });
    expect(await call('readNoSqlDatabaseStructure', { action: 'listCollections' })).toContain('notes');
    expect(await call('readNoSqlDatabaseStructure', { action: 'listIndexes', collectionName: 'notes' })).toContain(
      'slug_1',
    );
    await call('writeNoSqlDatabaseContent', {
      action: 'insert',
      collectionName: 'notes',
      documents: [
        { _id: 'n1', slug: 'a', stars: 1 },
        { _id: 'n2', slug: 'b', stars: 5 },
      ],
    });
    await call('writeNoSqlDatabaseContent', {
      action: 'update',
      collectionName: 'notes',
      query: { slug: 'a' },
      update: { $inc: { stars: 2 } },
    });
    expect(
      await call('readNoSqlDatabaseContent', {
        collectionName: 'notes',
        query: { stars: { $gte: 3 } },
        sort: [{ key: 'stars', direction: -1 }],
        limit: 1,
      }),
    ).toMatch(/n2/);
    await call('writeNoSqlDatabaseContent', {
      action: 'delete',
      collectionName: 'notes',
      query: { slug: 'b' },
      isMulti: true,
    });
    expect(state()).toMatchObject({ collections: { notes: { documents: [{ _id: 'n1', slug: 'a', stars: 3 }] } } });
  });

  it('reads data models', async () => {
    expect(await call('manageDataModel', { action: 'list' })).toContain('customer');
    expect(await call('manageDataModel', { action: 'get', name: 'order' })).toContain('total');
  });

  it('deploys, calls and exposes a function', async () => {
    await call('manageFunctions', {
      action: 'createFunction',
      func: { name: 'double', type: 'Event', runtime: 'Nodejs18.15', timeout: 5, handler: 'index.main' },
      functionRootPath: join(folder, 'functions'),
    });
    expect(await call('queryFunctions', { action: 'listFunctions' })).toContain('double');
    expect(
      await call('manageFunctions', { action: 'invokeFunction', functionName: 'double', params: { n: 21 } }),
    ).toContain('42');
    await call('manageGateway', {
      action: 'createRoute',
      targetName: 'double',
      path: '/double',
      upstreamResourceType: 'SCF',
      auth: false,
      route: { path: '/double', serviceName: 'double', upstreamResourceType: 'SCF', auth: false },
    });
    expect(await call('queryGateway', { action: 'listRoutes' })).toContain('/double');
    expect(state()).toMatchObject({
      functions: { double: { runtime: 'Nodejs18.15' } },
      gateway: expect.arrayContaining([expect.objectContaining({ path: '/double', name: 'double' })]),
    });
  });

  it('uploads a file to storage and gets an address for it', async () => {
    await call('manageStorage', {
      action: 'upload',
      localPath: join(folder, 'site/about.html'),
      cloudPath: 'pages/about.html',
    });
    expect(state()).toMatchObject({ storage: { objects: { 'pages/about.html': { size: 14 } } } });
    expect(await call('queryStorage', { action: 'url', cloudPath: 'pages/about.html' })).toContain('pages/about.html?');
  });

  it('leads to the same state as the tools of this server', async () => {
    await using ours = await serveEmulator({
      elicit: () => ({ action: 'accept', content: { proceed: true } }),
    });
    await ours.write('site/about.html', ABOUT);
    await ours.write('functions/double/index.js', DOUBLE);
    const notes = { collectionName: 'notes' };
    const MgoKeySchema = { MgoIsUnique: true, MgoIndexKeys: [{ Name: 'slug', Direction: '1' }] };
    const documents = ['{"_id":"n1","slug":"a","stars":1}', '{"_id":"n2","slug":"b","stars":5}'];
    const func = { name: 'double', runtime: 'Nodejs18.15', timeout: 5, handler: 'index.main' };
    const calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
      ['createEnvDomain', { domains: ['shop.example.com'] }],
      ['deleteEnvDomain', { domains: ['shop.example.com'] }],
      ['uploadFiles', { localPath: 'site', cloudPath: 'docs' }],
      ['deleteFiles', { cloudPath: 'docs', isDir: true }],
      ['createCollection', notes],
      ['updateCollection', { ...notes, options: { CreateIndexes: [{ IndexName: 'slug_1', MgoKeySchema }] } }],
      ['insertDocuments', { ...notes, documents }],
      ['updateDocuments', { ...notes, query: '{"slug":"a"}', update: '{"$inc":{"stars":2}}' }],
      ['deleteDocuments', { ...notes, query: '{"slug":"b"}', isMulti: true }],
      ['createFunction', { func, force: false }],
      ['createFunctionHTTPAccess', { name: 'double', path: '/double' }],
      ['uploadFile', { localPath: 'site/about.html', cloudPath: 'pages/about.html' }],
    ];
    for (const [tool, args] of calls)
      expect([tool, await ours.call(tool, args)]).toEqual([
        tool,
        expect.not.objectContaining({ failed: expect.anything() }),
      ]);
    expect(comparableState(ours.emulator)).toEqual(comparableState(emulator));
  });
}, 60_000);
