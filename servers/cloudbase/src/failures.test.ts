// Every tool fails in the same shape: isError, a known code, a message in the user's language, and Tencent's own code and id.
import { FAILURE_META_KEY } from '@toolmark/kit';
import { describe, expect, it } from 'vitest';
import { CLOUD_CASES } from './contract/fixtures/cases-of-cloud.ts';
import { DATA_CASES } from './contract/fixtures/cases-of-data.ts';
import { Refusal } from './emulator/refusal.ts';
import { ERROR_CODES } from './errors.ts';
import { type ServedEmulator, serveEmulator } from './fixtures/serve-emulator.ts';
import type { Elicit } from './fixtures/serve-tools.ts';

const yes: Elicit = () => ({ action: 'accept', content: { proceed: true } });

/** Tools that need no credentials. */
const LOCAL = new Set([
  'interactiveDialog',
  'downloadRemoteFile',
  'createTempFile',
  'readTempFile',
  'downloadTemplate',
  'searchKnowledgeBase',
  'logout',
]);
const signed = [...CLOUD_CASES, ...DATA_CASES].filter(({ tool }) => !LOCAL.has(tool));

/** A failed call on the wire. */
async function failureOf({ client }: ServedEmulator, name: string, args: Readonly<Record<string, unknown>>) {
  const { isError, content, structuredContent, _meta } = await client.callTool({ name, arguments: { ...args } });
  const failure = _meta?.[FAILURE_META_KEY] as { readonly code: string; readonly message: string } | undefined;
  expect([isError, structuredContent]).toEqual([true, undefined]);
  // Clients that do not know the field still get the code and the message.
  expect(JSON.stringify(content)).toContain(failure?.code);
  expect(ERROR_CODES).toContain(failure?.code);
  return failure;
}

describe('with wrong keys', () => {
  it.each(signed.map((each) => [each.when === undefined ? each.tool : `${each.tool}: ${each.when}`, each] as const))(
    '%s fails with a code and the id of the request',
    async (_, { tool, args }) => {
      await using served = await serveEmulator({ secretKey: 'wrong', language: 'zh', elicit: yes });
      for (const path of ['site/a.html', 'index.html', 'functions/tick/index.js', 'functions/hello/index.js', 'a.txt'])
        await served.write(path, 'exports.main = () => 1;');
      const before = await served.state();
      expect(await failureOf(served, tool, args(served, undefined))).toMatchObject({
        code: 'BAD_CREDENTIALS',
        message: expect.stringMatching(/腾讯云不接受当前凭据/),
        details: {
          cloudCode: 'AuthFailure.SignatureFailure',
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      });
      expect(await served.state()).toEqual(before);
    },
  );
});

describe('tools that need no keys', () => {
  it.each([
    ['interactiveDialog', { type: 'confirm' }, 'INVALID_ARGUMENT'],
    ['downloadRemoteFile', { url: 'no url' }, 'INVALID_ARGUMENT'],
    ['downloadRemoteFile', { url: 'file:///etc/passwd' }, 'ADDRESS_REFUSED'],
    ['createTempFile', { content: 'x', extension: '../x' }, 'INVALID_ARGUMENT'],
    ['createTempFile', { content: 'a=b', isBase64: true }, 'INVALID_ARGUMENT'],
    ['createTempFile', { content: 'x'.repeat(102_401) }, 'TOO_LARGE'],
    ['readTempFile', { filePath: '/etc/passwd' }, 'NOT_ALLOWED'],
    ['readTempFile', { filePath: 'missing.txt' }, 'NOT_FOUND'],
  ])('%s with %j fails in the same shape', async (tool, args, code) => {
    await using served = await serveEmulator();
    expect(await failureOf(served, tool, args)).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
  });

  it('downloadTemplate names a missing template', async () => {
    await using served = await serveEmulator();
    served.emulator.refuse('templates GET /web-cloudbase-react-template.zip', new Refusal('NotFound', 'no', 404));
    expect(await failureOf(served, 'downloadTemplate', { template: 'react' })).toMatchObject({ code: 'NOT_FOUND' });
    expect((await served.state()).files).toEqual({});
  });
});

describe('arguments that do not fit the schema', () => {
  it.each([
    ['listEnvs', { confirm: 'no' }],
    ['createEnvDomain', { domains: 'a.com' }],
    ['createEnvDomain', { domains: [] }],
    ['updateEnvInfo', {}],
    ['domainManagement', { action: 'explode' }],
    ['insertDocuments', { collectionName: 'todos', documents: [{ a: 1 }] }],
    ['downloadTemplate', { template: 'other' }],
  ])('%s with %j are refused and nothing is sent', async (name, args) => {
    await using served = await serveEmulator();
    const result = await served.client.callTool({ name, arguments: args });
    expect(result.isError).toBe(true);
    expect(served.emulator.requests).toEqual([]);
  });
});
