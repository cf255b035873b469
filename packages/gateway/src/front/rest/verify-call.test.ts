import { verifyAnswerSchema } from '@toolmark/api-contract';
import { type JsonObject, parseJson } from '@toolmark/base';
import { createParamsDigest } from '@toolmark/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from './fixtures/api.ts';
import { type Calling, post, startCalling } from './fixtures/calling.ts';
import { A_DELETE, aBody } from './fixtures/entries.ts';

const digest = createParamsDigest(Buffer.alloc(32, 7));
const SENT = '{"id":12345678901234567890,"token":"hunter2"}';
const OTHERS = { _meta: { 'acme/tenant': 'x' }, task: { ttl: 1 } };

let calling: Calling;
let id: string;
beforeAll(async () => {
  calling = await startCalling();
  const of = { server: 'notes', tool: 'delete_note', arguments: parseJson(SENT) as JsonObject, others: OTHERS };
  const proof = digest.of({ ...of, headers: undefined }) ?? '';
  id = await calling.store({ begin: { ...A_DELETE, digest: proof } });
});
afterAll(() => calling.close());

const deps = (own = digest) => {
  const given = calling.deps();
  return { ...given, recorder: { ...given.recorder, digest: own } } as typeof given;
};
const verify = async (body: string) =>
  (await get(verifyAnswerSchema, `/tool-calls/${id}/verify`, post(body), deps())).value;

describe('POST /tool-calls/{id}/verify', () => {
  it.each<[string, string, boolean]>([
    ['the sent parameters', `{"arguments":${SENT},"task":{"ttl":1},"_meta":{"acme/tenant":"x"}}`, true],
    [
      'the same in another order, with extra keys of one hop',
      '{"name":"x","_meta":{"acme/tenant":"x","progressToken":7},"task":{"ttl":1},"arguments":{"token":"hunter2","id":12345678901234567890}}',
      true,
    ],
    [
      'another secret',
      `{"arguments":{"id":12345678901234567890,"token":"hunter3"},"task":{"ttl":1},"_meta":{"acme/tenant":"x"}}`,
      false,
    ],
    [
      'other digits',
      `{"arguments":{"id":12345678901234567891,"token":"hunter2"},"task":{"ttl":1},"_meta":{"acme/tenant":"x"}}`,
      false,
    ],
    ['fewer parameters', `{"arguments":${SENT},"task":{"ttl":1}}`, false],
  ])('%s: %s', async (_, params, isSame) => {
    expect(await verify(`{"params":${params}}`)).toEqual({ is_same: isSame });
  });

  it('also checks later rounds', async () => {
    const of = { server: 'notes', tool: 'delete_note', arguments: {}, others: { requestState: 'r', ...OTHERS } };
    const round = digest.of({ ...of, headers: undefined }) ?? '';
    const asked = await calling.store({ begin: A_DELETE, rounds: [{ others: aBody({}), digest: round }] });
    const isSame = async (requestState: string) => {
      const params = { arguments: {}, requestState, ...OTHERS };
      return (await get(verifyAnswerSchema, `/tool-calls/${asked}/verify`, post({ params }), deps())).value.is_same;
    };
    expect([await isSame('r'), await isSame('s')]).toEqual([true, false]);
  });

  it.each<[string, () => Promise<string>, unknown, number, RegExp]>([
    ['an unknown call', async () => 'x', { params: {} }, 404, /no call/i],
    [
      'a call that is recorded unchanged',
      () => calling.store({ begin: { arguments: aBody({}) } }),
      { params: {} },
      409,
      /no digest/,
    ],
    ['arguments that are not an object', async () => id, { params: { arguments: [] } }, 400, /must be an object/],
    ['no params', async () => id, {}, 400, /params/],
  ])('rejects %s', async (_, callId, body, status, message) => {
    const { status: found, value } = await calling.refused(`/tool-calls/${await callId()}/verify`, post(body), deps());
    expect([found, value.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  it('reports a digest with another key', async () => {
    const other = deps(createParamsDigest(Buffer.alloc(32, 8)));
    const { status, value } = await calling.refused(`/tool-calls/${id}/verify`, post({ params: {} }), other);
    expect([status, value.error.message]).toEqual([409, expect.stringContaining('another key')]);
  });
});
