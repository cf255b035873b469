import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { DialogAnswer, Dialogs } from '../../dialogs/dialogs.ts';
import { cloudRequest } from '../../emulator/fixtures/signed-request.ts';
import { serveEmulator } from '../../fixtures/serve-emulator.ts';
import type { Elicit } from '../../fixtures/serve-tools.ts';

const STAGING = 'staging-9f8e7d6c5b';
const page = (answer: DialogAnswer) => ({ ask: vi.fn<Dialogs['ask']>(async () => answer), close: async () => {} });

/** A user who confirms the code and picks the staging environment. */
const person: Elicit = ({ message }) =>
  message.includes('confirm the code')
    ? { action: 'accept', content: { confirmed: true } }
    : { action: 'accept', content: { envId: STAGING } };

describe.each(['2025-11-25', '2026-07-28'] as const)('login with a client of revision %s that can ask', (revision) => {
  it('shows the address and the code, and lets the user pick the environment', async () => {
    const elicit = vi.fn(person);
    await using served = await serveEmulator({ revision, elicit, isSignedOut: true });
    expect(await served.call('login')).toEqual({ signedIn: true, envId: STAGING, alias: 'staging' });
    expect(elicit.mock.calls.map(([{ message }]) => message)).toEqual([
      expect.stringMatching(
        /open http:\/\/127\.0\.0\.1:\d+\/oauth\/device and confirm the code [0-9A-F]{4}-[0-9A-F]{4}\./,
      ),
      'In which environment should the tools work?',
    ]);
    expect(elicit.mock.calls[1]?.[0]).toMatchObject({
      requestedSchema: {
        properties: {
          envId: {
            oneOf: [{ const: served.emulator.envId, title: `demo (${served.emulator.envId})` }, { const: STAGING }],
          },
        },
      },
    });
    expect(await served.call('getEnvInfo')).toMatchObject({ envId: STAGING });
    // A signed-in user with an environment is not asked again.
    expect(await served.call('login')).toMatchObject({ signedIn: true, envId: STAGING });
    expect(elicit).toHaveBeenCalledTimes(2);
  });

  it('asks for the environment again with forceUpdate, and without a new sign-in', async () => {
    const elicit = vi.fn(person);
    await using served = await serveEmulator({ revision, elicit, isSignedOut: true });
    await served.call('login');
    elicit.mockClear();
    elicit.mockReturnValue({ action: 'accept', content: { envId: served.emulator.envId } });
    expect(await served.call('login', { forceUpdate: true })).toMatchObject({ envId: served.emulator.envId });
    expect(elicit).toHaveBeenCalledTimes(1);
    expect(await served.call('getEnvInfo')).toMatchObject({ alias: 'demo' });
  });

  it('ends if the user declines the sign-in', async () => {
    await using served = await serveEmulator({ revision, elicit: () => ({ action: 'decline' }), isSignedOut: true });
    expect(await served.call('login')).toMatchObject({ failed: { code: 'DECLINED' } });
    expect(await served.call('listEnvs')).toMatchObject({ failed: { code: 'NOT_SIGNED_IN' } });
  });

  it('lists the environments if none is picked', async () => {
    const elicit: Elicit = (asked) => (asked.message.includes('code') ? person(asked) : { action: 'cancel' });
    await using served = await serveEmulator({ revision, elicit, isSignedOut: true });
    expect(await served.call('login')).toMatchObject({
      failed: { code: 'NO_ENVIRONMENT', message: expect.stringContaining(STAGING) },
    });
    expect(await served.call('getEnvInfo')).toMatchObject({ failed: { code: 'NO_ENVIRONMENT' } });
  });
});

describe('login with a client that cannot ask', () => {
  it('returns the address at once, and continues with the next call', async () => {
    const dialogs = page({ kind: 'answered', value: STAGING });
    await using served = await serveEmulator({ dialogs, isSignedOut: true });
    const first = await served.call('login');
    expect(first).toEqual({
      signedIn: false,
      url: expect.stringContaining('/oauth/device'),
      userCode: expect.any(String),
    });
    expect(await served.call('login')).toEqual({ signedIn: true, envId: STAGING, alias: 'staging' });
    expect(dialogs.ask.mock.calls[0]?.[0]).toMatchObject({
      choices: [{ value: served.emulator.envId }, { value: STAGING, label: `staging (${STAGING})` }],
    });
  });

  it('keeps the login readable by its owner only', async () => {
    const dialogs = page({ kind: 'answered', value: STAGING });
    await using served = await serveEmulator({ dialogs, isSignedOut: true });
    await served.call('login');
    await served.call('login');
    const folder = join(served.workspace, '../home/cloudbase');
    const modes = await Promise.all(
      (await readdir(folder)).map(async (name) => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]),
    );
    expect(modes.sort()).toEqual([
      ['environment.json', '600'],
      ['login.json', '600'],
    ]);
  });

  it('reports a refused login, and starts again with the next call', async () => {
    await using served = await serveEmulator({ isSignedOut: true, emulator: { login: 'deny' } });
    const { userCode } = (await served.call('login')) as { userCode: string };
    expect(await served.call('login')).toMatchObject({ failed: { code: 'DECLINED' } });
    const again = (await served.call('login')) as { userCode: string };
    expect(again.userCode).not.toBe(userCode);
  });

  it('chooses the only environment without a question', async () => {
    const emulator = { environments: [{ envId: 'only-1', alias: 'only' }] };
    await using served = await serveEmulator({ isSignedOut: true, emulator });
    await served.call('login');
    expect(await served.call('login')).toEqual({ signedIn: true, envId: 'only-1', alias: 'only' });
  });

  it('fails if an account has no environment', async () => {
    await using served = await serveEmulator({ isSignedOut: true, emulator: { environments: [] } });
    await served.call('login');
    expect(await served.call('login')).toMatchObject({
      failed: { code: 'NO_ENVIRONMENT', message: expect.stringContaining('Create one in the CloudBase console') },
    });
  });
});

describe('login with keys of the environment variables', () => {
  it('refuses to change an environment that is set there', async () => {
    await using served = await serveEmulator();
    expect(await served.call('login', { forceUpdate: true })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('CLOUDBASE_ENV_ID') },
    });
  });

  it('lists the environments of the account if the set one does not exist', async () => {
    await using served = await serveEmulator({ envId: 'gone-1' });
    expect(await served.call('login')).toMatchObject({
      failed: { code: 'NOT_FOUND', message: expect.stringMatching(/no environment gone-1.+It has: demo-.+, staging-/) },
    });
  });
});

describe('logout', () => {
  it('ends the login here and at Tencent, so that its keys are refused', async () => {
    await using served = await serveEmulator({ elicit: person, isSignedOut: true });
    await served.call('login');
    const keys = await served.session.credentials(AbortSignal.timeout(5_000));
    const ask = () => cloudRequest(served.emulator, 'tcb', 'DescribeEnvs', {}, { keys });
    expect(await ask()).toHaveProperty('EnvList');
    expect(await served.call('logout')).toEqual({
      wasSignedIn: true,
      endedAtTencent: true,
      keysOfEnvironmentStay: false,
    });
    expect(await ask()).toMatchObject({ Error: { Code: 'AuthFailure.SecretIdNotFound' } });
    expect(await served.call('listEnvs')).toMatchObject({ failed: { code: 'NOT_SIGNED_IN' } });
    expect((await served.state()).files).toEqual({});
    expect(await served.call('logout')).toMatchObject({ wasSignedIn: false });
  });
});
