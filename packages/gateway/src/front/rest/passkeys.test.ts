import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type PasskeyChallenge,
  passkeyChallengeSchema,
  passkeyListSchema,
  passkeySchema,
} from '@toolmark/api-contract';
import { systemClock } from '@toolmark/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPasskeys } from '../presence/create-passkeys.ts';
import { createSoftwareKey } from '../presence/fixtures/software-key.ts';
import type { OwnerCredential } from '../tokens/credential.ts';
import { createRestApp } from './app.ts';
import type { RestDeps } from './deps.ts';
import { DEPS } from './fixtures/api.ts';
import { anApproval } from './fixtures/approvals.ts';
import { NO_APPROVALS } from './fixtures/no-policy.ts';

const ORIGIN = 'http://localhost:7420';
const SENT = { bytes: 2, sha256: 'ab', text: '{}', is_cut: false, marks: [], searched: 2, headers: {} };

async function world(deps: Partial<RestDeps> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolmark-passkeys-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const opened = await createPasskeys({ dataDir, clock: systemClock, log: { info: () => {}, error: () => {} } });
  if (!opened.ok) throw new Error(opened.error);
  onTestFinished(() => opened.value.close());
  const app = createRestApp({ ...DEPS, localhostUrl: ORIGIN, ...deps, passkeys: opened.value });
  return async (path: string, body?: object, { origin = ORIGIN, via = 'cookie' as OwnerCredential['via'] } = {}) => {
    const init = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    };
    const credential = { kind: 'owner' as const, via, name: 'ada' };
    const response = await app.request(`/api/v1${path}`, init, { principal: 'local', credential });
    const answer: unknown = await response.json();
    return { status: response.status, answer, text: JSON.stringify(answer) };
  };
}
const toChallenge = ({ answer }: { readonly answer: unknown }): PasskeyChallenge =>
  passkeyChallengeSchema.parse(answer);

describe('passkeys through the API', () => {
  it('are enrolled, listed and removed by the page', async () => {
    const ask = await world();
    const key = createSoftwareKey();
    const started = await ask('/passkeys/challenge', { kind: 'enrol', name: ' laptop ' });
    expect(started.status).toBe(201);
    const { registration, assertion } = toChallenge(started);
    expect([assertion, registration]).toMatchObject([
      null,
      { rp: { id: 'localhost' }, authenticatorSelection: { userVerification: 'required' } },
    ]);
    const made = await ask('/passkeys', { registration: key.register(registration) });
    expect([made.status, passkeySchema.parse(made.answer)]).toMatchObject([201, { name: 'laptop', host: 'localhost' }]);
    expect(made.text).not.toContain('public_key');

    const listed = await ask('/passkeys');
    expect(passkeyListSchema.parse(listed.answer)).toMatchObject({
      passkeys: [{ name: 'laptop' }],
      total: 1,
      is_required: false,
      page_url: ORIGIN,
      problem: null,
    });

    const removal = toChallenge(await ask('/passkeys/challenge', { kind: 'remove', id: key.id }));
    const removed = await ask(`/passkeys/${key.id}/remove`, { assertion: key.assert(removal.assertion) });
    expect([removed.status, removed.answer]).toMatchObject([200, { name: 'laptop' }]);
  });

  it.each<OwnerCredential['via']>(['file', 'api-token', 'none'])('are refused for the credential %s', async (via) => {
    const ask = await world();
    for (const [path, body] of [
      ['/passkeys/challenge', { kind: 'enrol', name: 'x' }],
      ['/passkeys', { registration: createSoftwareKey().register({ challenge: 'AAAA' }) }],
      ['/passkeys/x/remove', { assertion: createSoftwareKey().assert({ challenge: 'AAAA' }) }],
    ] as const)
      expect(await ask(path, body, { via })).toMatchObject({
        status: 403,
        text: expect.stringContaining('on the page'),
      });
    expect((await ask('/passkeys', undefined, { via })).status).toBe(200);
  });

  it('need a host name: at an IP address the answer has the right URL', async () => {
    const ask = await world();
    const asked = await ask('/passkeys/challenge', { kind: 'enrol', name: 'x' }, { origin: 'http://127.0.0.1:7420' });
    expect(asked).toMatchObject({ status: 403, text: expect.stringContaining('http://localhost:7420/') });
  });

  it('are challenged only for a pending call, and only if a key is enrolled', async () => {
    const pending = anApproval('a1', { sent: SENT });
    const over = anApproval('a2', { status: 'denied', sent: SENT });
    const get = (id: string) => [pending, over].find((approval) => approval.id === id);
    const ask = await world({ approvals: { ...NO_APPROVALS, get } });
    const approve = (approval_id: string) =>
      ask('/passkeys/challenge', { kind: 'approve', approval_id, remember: 'once', scope: 'tool' });
    expect(await approve('a1')).toMatchObject({ status: 409, text: expect.stringContaining('Settings') });
    expect([(await approve('a2')).status, (await approve('a3')).status]).toEqual([404, 404]);
  });
});
