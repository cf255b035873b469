import { describe, expect, it } from 'vitest';
import { Refusal } from '../../emulator/refusal.ts';
import { serveEmulator } from '../../fixtures/serve-emulator.ts';

const create = 'createFunctionHTTPAccess';

describe('HTTP access', () => {
  it('returns the address at which the function answers', async () => {
    await using served = await serveEmulator();
    const { url } = (await served.call(create, { name: 'hello', path: '/greet' })) as { url: string };
    expect(await (await fetch(`${url}?name=Ada`)).json()).toEqual({ message: 'Hello, Ada!' });
  });

  it('does not change an existing path', async () => {
    await using served = await serveEmulator();
    const before = await served.state();
    expect(await served.call(create, { name: 'hello', path: '/hello' })).toMatchObject({
      failed: {
        code: 'ALREADY_EXISTS',
        details: { cloudCode: 'InvalidParameter.APICreated', requestId: expect.any(String) },
      },
    });
    expect(await served.state()).toEqual(before);
  });

  it('is refused for a function that does not exist', async () => {
    await using served = await serveEmulator();
    const before = await served.state();
    expect(await served.call(create, { name: 'no', path: '/no' })).toMatchObject({ failed: { code: 'NOT_FOUND' } });
    expect(await served.state()).toEqual(before);
  });

  it('works if its address is unknown', async () => {
    await using served = await serveEmulator();
    served.emulator.refuse('tcb DescribeCloudBaseGWService', new Refusal('UnauthorizedOperation', 'No.'));
    expect(await served.call(create, { name: 'hello', path: '/greet' })).toEqual({
      apiId: expect.any(String),
      path: '/greet',
      requestId: expect.any(String),
    });
  });

  it.each(['hello', '/a b', '/../x', '/a?b', '/a#b', '/ä'])('is refused at %s, and nothing is sent', async (path) => {
    await using served = await serveEmulator();
    expect(await served.call(create, { name: 'hello', path })).toMatchObject({ failed: { code: 'INVALID_ARGUMENT' } });
    expect(served.emulator.requests).toEqual([]);
  });
});
