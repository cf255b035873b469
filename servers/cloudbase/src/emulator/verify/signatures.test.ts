import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAdmin } from '../../cloud/ask-admin.ts';
import { translateTo } from '../../lang/lang.ts';
import { createEmulator, type Emulator } from '../create-emulator.ts';
import { cloudRequest, cosRequest } from '../fixtures/signed-request.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ hasSamples: true });
});
afterAll(() => emulator.close());

const now = () => Math.floor(Date.now() / 1000);
const wrongKey = () => ({ ...emulator.credentials, secretKey: 'wrong' });
const unknown = { secretId: 'AKIDunknown', secretKey: 'x' };

/** Refused requests change nothing. */
async function unchanged(work: () => Promise<void>): Promise<void> {
  const before = emulator.snapshot();
  await work();
  expect(emulator.snapshot()).toEqual(before);
}

describe('Cloud API refuses', () => {
  const rename = (more: Parameters<typeof cloudRequest>[4]) =>
    cloudRequest(emulator, 'tcb', 'ModifyEnv', { EnvId: emulator.envId, Alias: 'mine' }, more);

  it.each([
    ['a wrong key', () => ({ keys: wrongKey() }), 'AuthFailure.SignatureFailure'],
    ['an unknown id', () => ({ keys: unknown }), 'AuthFailure.SecretIdNotFound'],
    [
      'a token that the keys do not have',
      () => ({ keys: { ...emulator.credentials, token: 't' } }),
      'AuthFailure.TokenFailure',
    ],
    [
      'another body than was signed',
      () => ({ sentBody: '{"EnvId":"x","Alias":"theirs"}' }),
      'AuthFailure.SignatureFailure',
    ],
    ['a request from an hour ago', () => ({ timestamp: now() - 3600 }), 'AuthFailure.SignatureExpire'],
    ['a signature for another service', () => ({ signedFor: 'scf' }), 'AuthFailure.SignatureFailure'],
    ['a request from the future', () => ({ timestamp: now() + 3600 }), 'AuthFailure.SignatureExpire'],
  ])('%s', (_, more, Code) => unchanged(async () => expect(await rename(more())).toMatchObject({ Error: { Code } })));

  it.each([
    ['no signature', undefined, 'MissingParameter'],
    ['another form of signature', 'Bearer x', 'AuthFailure.InvalidAuthorization'],
  ])('%s', async (_, authorization, Code) => {
    const reply = await fetch(`${emulator.url}/api/tcb/`, {
      method: 'POST',
      headers: {
        'x-tc-action': 'DescribeEnvs',
        'x-tc-timestamp': String(now()),
        ...(authorization !== undefined && { authorization }),
      },
      body: '{}',
    });
    expect(await reply.json()).toMatchObject({ Response: { Error: { Code } } });
  });
});

describe('object storage refuses', () => {
  const bucket = () => `static-${emulator.envId}-1250000000`;
  const put = (more: Parameters<typeof cosRequest>[4]) =>
    cosRequest(emulator, 'PUT', bucket(), 'index.html', { body: 'mine', ...more });

  it.each([
    ['a wrong key', () => ({ keys: wrongKey() }), 'SignatureDoesNotMatch'],
    ['an unknown id', () => ({ keys: unknown }), 'InvalidAccessKeyId'],
    ['another path than was signed', () => ({ sentKey: 'other.html' }), 'SignatureDoesNotMatch'],
    ['an expired signature', () => ({ from: now() - 3600 }), 'AccessDenied'],
    ['a signature that is not valid yet', () => ({ from: now() + 3600 }), 'AccessDenied'],
  ])('%s', (_, more, code) =>
    unchanged(async () => {
      expect(await put(more())).toEqual({ status: 403, text: expect.stringContaining(`<Code>${code}</Code>`) });
    }),
  );

  it('no signature, in any method', () =>
    unchanged(async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'HEAD'])
        expect((await fetch(`${emulator.url}/cos/${bucket()}/index.html`, { method })).status).toBe(403);
    }));
});

describe('the older storage API refuses', () => {
  const ask = (keys: typeof unknown, change: (body: Record<string, unknown>) => object = (body) => body) =>
    askAdmin(
      {
        url: emulator.endpoints.admin(emulator.envId, ''),
        envId: emulator.envId,
        action: 'storage.getUploadMetadata',
        params: { path: 'a.txt' },
        signal: AbortSignal.timeout(5_000),
      },
      {
        credentials: async () => keys,
        now: Date.now,
        t: translateTo('en'),
        fetch: (url, init) =>
          fetch(url, {
            ...init,
            body: JSON.stringify(change(JSON.parse(String(init?.body)) as Record<string, unknown>)),
          }),
      },
    );
  const REFUSED = { code: 'BAD_CREDENTIALS', cloudCode: 'SIGN_PARAM_INVALID' };

  it('nothing that is signed', async () => expect(await ask(emulator.credentials)).toHaveProperty('fileId'));

  it.each([
    ['a wrong key', wrongKey, undefined],
    ['another value than was signed', () => emulator.credentials, (body: object) => ({ ...body, path: 'b.txt' })],
    ['a value that was not signed', () => emulator.credentials, (body: object) => ({ ...body, more: 'x' })],
    ['no signature', () => emulator.credentials, ({ authorization: _, ...body }: Record<string, unknown>) => body],
  ])('%s', async (_, keys, change) => {
    await expect(ask(keys(), change)).rejects.toMatchObject(REFUSED);
  });
});
