import { ok } from '@toolmark/annotations';
import type { Server } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { serverOf } from '../fixtures/machine.ts';
import type { GatewayClient } from '../gateway-client.ts';
import type { Check } from './check.ts';
import { checkSignIns } from './sign-ins.ts';

const signed = (name: string, auth: Partial<Server['auth']>): Server => {
  const server = serverOf(name);
  return { ...server, auth: { ...server.auth, ...auth } };
};

/** A fake gateway with these servers. */
const gatewayOf = (servers: readonly Server[]): GatewayClient => ({
  origin: 'http://127.0.0.1:7420',
  request: async (_method, _path, shape) => {
    const parsed = shape.safeParse({ servers, total: servers.length });
    if (!parsed.success) throw new Error('not in the contract');
    return ok({ status: 200, value: parsed.data, json: {} });
  },
  open: () => Promise.reject(new Error('not in this test')),
});

describe('checkSignIns', () => {
  it.each<[string, readonly Server[], readonly Check[]]>([
    ['reports nothing if no server needs a sign-in', [serverOf('notes')], []],
    [
      'reports that all is fine',
      [signed('notes', { state: 'signed_in' }), serverOf('issues')],
      [{ name: 'sign-ins', state: 'ok', message: 'signed in to 1 server' }],
    ],
    [
      'reports each server that needs a sign-in, with the command',
      [
        signed('my notes', { state: 'signed_out' }),
        signed('issues', { state: 'expired' }),
        signed('wiki', { state: 'more_scopes', missing_scopes: ['a', 'b'] }),
        signed('mail', { state: 'signed_in' }),
      ],
      [
        {
          name: 'sign-ins',
          state: 'warning',
          message: 'my notes requires a sign-in',
          fix: "toolmark servers login 'my notes' --data ./x",
        },
        {
          name: 'sign-ins',
          state: 'warning',
          message: 'the sign-in to issues has expired',
          fix: 'toolmark servers login issues --data ./x',
        },
        {
          name: 'sign-ins',
          state: 'warning',
          message: 'wiki needs more permissions than were granted: a b',
          fix: 'toolmark servers login wiki --data ./x',
        },
      ],
    ],
  ])('tells %s', async (_, servers, checks) => {
    expect(await checkSignIns(gatewayOf(servers), { data: './x' })).toEqual(checks);
  });
});
