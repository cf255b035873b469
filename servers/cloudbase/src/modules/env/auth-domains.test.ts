import { describe, expect, it } from 'vitest';
import { cosRequest } from '../../emulator/fixtures/signed-request.ts';
import { Refusal } from '../../emulator/refusal.ts';
import { type ServedEmulator, serveEmulator } from '../../fixtures/serve-emulator.ts';

const DOMAINS = { domains: ['shop.example.com'] };
const RULE = { allowedOrigins: ['http://shop.example.com', 'https://shop.example.com'] };

const storedDomains = ({ emulator }: ServedEmulator) =>
  emulator.snapshot()[emulator.envId] as {
    readonly authDomains: readonly string[];
    readonly storage: { readonly cors: unknown };
  };
const refuseCors = ({ emulator }: ServedEmulator, operation: string) =>
  emulator.refuse(`cos ${operation} Bucket cors`, new Refusal('AccessDenied', 'Access Denied.', 403));

describe('the domains of an environment', () => {
  it('are added and removed with a CORS rule for the storage', async () => {
    await using served = await serveEmulator();
    await served.call('createEnvDomain', DOMAINS);
    expect(storedDomains(served)).toMatchObject({
      authDomains: expect.arrayContaining(DOMAINS.domains),
      storage: { cors: [RULE] },
    });
    await served.call('deleteEnvDomain', DOMAINS);
    expect(storedDomains(served)).toMatchObject({
      authDomains: expect.not.arrayContaining(DOMAINS.domains),
      storage: { cors: [] },
    });
  });

  it('keep other rules', async () => {
    await using served = await serveEmulator();
    const { emulator } = served;
    const bucket = `6465-${emulator.envId}-1250000000`;
    const others =
      '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>';
    const put = await cosRequest(emulator, 'PUT', bucket, '', { params: { cors: '' }, body: others });
    expect(put.status).toBe(200);
    await served.call('createEnvDomain', DOMAINS);
    expect(storedDomains(served).storage.cors).toMatchObject([{ allowedOrigins: ['*'] }, RULE]);
    await served.call('deleteEnvDomain', DOMAINS);
    expect(storedDomains(served).storage.cors).toMatchObject([{ allowedOrigins: ['*'] }]);
  });

  it.each(['GET', 'PUT'])(
    'are reported as added if the %s of the CORS rules is refused, and a repeat completes the rest',
    async (operation) => {
      await using served = await serveEmulator();
      refuseCors(served, operation);
      expect(await served.call('createEnvDomain', DOMAINS)).toMatchObject({
        failed: {
          code: 'PARTLY_DONE',
          message: expect.stringMatching(
            /1 were added\), but the CORS rules .+Access Denied.+Call createEnvDomain again/,
          ),
          details: { created: ['shop.example.com'], cause: 'NOT_ALLOWED', cloudCode: 'AccessDenied' },
        },
      });
      expect(storedDomains(served).authDomains).toContain('shop.example.com');
      expect(await served.call('createEnvDomain', DOMAINS)).toMatchObject({ created: [], existing: DOMAINS.domains });
      expect(storedDomains(served).storage.cors).toMatchObject([RULE]);
    },
  );

  it('are reported as removed if the CORS rules cannot be changed', async () => {
    await using served = await serveEmulator();
    await served.call('createEnvDomain', DOMAINS);
    refuseCors(served, 'GET');
    expect(await served.call('deleteEnvDomain', DOMAINS)).toMatchObject({
      failed: { code: 'PARTLY_DONE', details: { deleted: 1 } },
    });
    await served.call('deleteEnvDomain', DOMAINS);
    expect(storedDomains(served).storage.cors).toEqual([]);
  });

  it('send no deletion without ids', async () => {
    await using served = await serveEmulator();
    await served.call('deleteEnvDomain', DOMAINS);
    expect(served.emulator.requests.map(({ action }) => action)).not.toContain('DeleteAuthDomain');
  });

  it('of the system are kept, and a call with one removes nothing', async () => {
    await using served = await serveEmulator();
    const before = storedDomains(served);
    const domains = ['localhost', `${served.emulator.envId}.tcloudbaseapp.com`];
    expect(await served.call('deleteEnvDomain', { domains })).toMatchObject({ failed: { code: 'NOT_ALLOWED' } });
    expect(storedDomains(served)).toEqual(before);
  });

  it.each(['https://shop.example.com', 'shop.example.com/path', 'a b', '-x.com', 'x..com', 'host:port'])(
    '%s is invalid, and nothing is sent',
    async (domain) => {
      await using served = await serveEmulator();
      const domains = ['good.example.com', domain];
      for (const tool of ['createEnvDomain', 'deleteEnvDomain'])
        expect(await served.call(tool, { domains })).toMatchObject({
          failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining(domain) },
        });
      expect(served.emulator.requests).toEqual([]);
    },
  );
});

describe('the environment', () => {
  it('shows its new alias in the next answer', async () => {
    await using served = await serveEmulator();
    expect(await served.call('getEnvInfo')).toMatchObject({
      alias: 'demo',
      database: { instanceId: expect.stringMatching(/^tnt-/) },
    });
    expect(await served.call('updateEnvInfo', { alias: ' shop ' })).toMatchObject({
      alias: 'shop',
      previousAlias: 'demo',
    });
    expect(await served.call('getEnvInfo')).toMatchObject({ alias: 'shop' });
    expect(await served.call('listEnvs')).toMatchObject({
      environments: [{ alias: 'shop', isCurrent: true }, { isCurrent: false }],
    });
  });

  it('gets no request for an unchanged alias', async () => {
    await using served = await serveEmulator();
    await served.call('updateEnvInfo', { alias: 'demo' });
    expect(served.emulator.requests.map(({ action }) => action)).toEqual(['DescribeEnvs']);
  });

  it('that does not exist is named in the error', async () => {
    await using served = await serveEmulator({ envId: 'gone-1' });
    for (const [tool, args] of [
      ['getEnvInfo', {}],
      ['updateEnvInfo', { alias: 'x' }],
    ] as const)
      expect(await served.call(tool, args)).toMatchObject({
        failed: {
          code: 'NOT_FOUND',
          message: expect.stringContaining('gone-1'),
          details: { requestId: expect.any(String) },
        },
      });
  });
});
