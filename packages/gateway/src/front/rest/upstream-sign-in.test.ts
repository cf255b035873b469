import { err, ok } from '@toolmark/annotations';
import { serverSchema, upstreamSignInSchema, upstreamSignOutSchema } from '@toolmark/api-contract';
import type { SignInProblem } from '@toolmark/upstream';
import { describe, expect, it } from 'vitest';
import { problem } from '../../../../upstream/src/auth/problem.ts';
import type { RestDeps } from './deps.ts';
import { aServer } from './fixtures/a-gateway.ts';
import { ask, NOW } from './fixtures/api.ts';
import { toServerAuth } from './upstream-sign-in-view.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** The given sign-in functions; all others fail the test. */
const signing = (signIns: Partial<RestDeps['signIns']>): Partial<RestDeps> => {
  const no = () => Promise.reject(new Error('not in this test'));
  return { servers: () => [aServer('notes')], signIns: { begin: no, completePasted: no, end: no, ...signIns } };
};

describe('signing in to a server', () => {
  it('starts with an address', async () => {
    const started = {
      id: 'x',
      url: 'https://login.example.com/?state=s',
      redirectUrl: 'http://127.0.0.1:1/cb',
      expiresAt: NOW,
    };
    const response = await ask(
      '/servers/notes/sign-in',
      { method: 'POST' },
      signing({ begin: async () => ok(started) }),
    );
    const body: unknown = await response.json();
    expect([response.status, upstreamSignInSchema.parse(body)]).toEqual([
      200,
      { id: 'x', url: started.url, expires_at: new Date(NOW).toISOString(), redirect_url: started.redirectUrl },
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is completed with a pasted address', async () => {
    const pasted: string[][] = [];
    const completePasted = async (...given: string[]) => {
      pasted.push(given);
      return ok({ server: 'notes' });
    };
    const body = JSON.stringify({ address: 'http://127.0.0.1:1/cb?code=a' });
    const response = await ask(
      '/servers/notes/sign-in/complete',
      { method: 'POST', headers: JSON_TYPE, body },
      signing({ completePasted }),
    );
    expect([response.status, serverSchema.safeParse(await response.json()).success, pasted]).toEqual([
      200,
      true,
      [['notes', 'http://127.0.0.1:1/cb?code=a']],
    ]);
  });

  it.each(['{}', '{"address":""}', '{"address":1}', '{"address":"x","more":1}'])('rejects %s', async (body) => {
    const response = await ask(
      '/servers/notes/sign-in/complete',
      { method: 'POST', headers: JSON_TYPE, body },
      signing({}),
    );
    expect(response.status).toBe(400);
  });

  it('ends', async () => {
    const response = await ask(
      '/servers/notes/sign-in',
      { method: 'DELETE' },
      signing({ end: async () => ok({ wasSignedIn: true, revoked: null }) }),
    );
    expect([response.status, upstreamSignOutSchema.parse(await response.json())]).toEqual([
      200,
      { was_signed_in: true, revoked: null },
    ]);
  });

  it.each<[SignInProblem['kind'], number, string]>([
    ['needless', 409, 'conflict'],
    ['wrong', 400, 'bad_request'],
    ['refused', 409, 'conflict'],
    ['broken', 409, 'conflict'],
    ['unreachable', 503, 'unavailable'],
  ])('fails if it is %s', async (kind, status, code) => {
    const refusal = async () => err(problem(kind, 'Because.'));
    const deps = signing({ begin: refusal, end: refusal });
    for (const method of ['POST', 'DELETE']) {
      const response = await ask('/servers/notes/sign-in', { method }, deps);
      expect([response.status, await response.json()]).toEqual([status, { error: { code, message: 'Because.' } }]);
    }
  });

  it.each([
    ['/servers/nots/sign-in', 'POST'],
    ['/servers/nots/sign-in', 'DELETE'],
    ['/servers/nots/sign-in/complete', 'POST'],
  ])('%s with %s is not found', async (path, method) => {
    expect((await ask(path, { method }, signing({}))).status).toBe(404);
  });
});

describe('toServerAuth', () => {
  it('has the state none if no sign-in is possible', () => {
    expect(toServerAuth(undefined)).toEqual({
      state: 'none',
      issuer: null,
      expires_at: null,
      scopes: [],
      missing_scopes: [],
      attempt: null,
    });
  });

  it('has the known fields', () => {
    const attempt = { id: 'x', state: 'failed', problem: 'No.', expiresAt: NOW } as const;
    const auth = {
      state: 'signed_in',
      issuer: 'https://x',
      expiresAt: NOW,
      scopes: ['a'],
      missingScopes: ['b'],
      attempt,
    } as const;
    expect(toServerAuth(auth)).toEqual({
      state: 'signed_in',
      issuer: 'https://x',
      expires_at: new Date(NOW).toISOString(),
      scopes: ['a'],
      missing_scopes: ['b'],
      attempt: { id: 'x', state: 'failed', problem: 'No.', expires_at: new Date(NOW).toISOString() },
    });
  });
});
