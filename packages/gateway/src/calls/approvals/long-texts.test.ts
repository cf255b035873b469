import type { JsonObject } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import {
  APPROVE,
  comeBackWith,
  DENY,
  DONE,
  legacy,
  modern,
  PARAMS,
  SETTINGS,
  textOf,
  YES,
} from './fixtures/approvals-world.ts';
import { useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

const LONG = { ...PARAMS, arguments: { text: 'x'.repeat(1_000_000) } };
const ELSEWHERE = { action: 'accept', content: { decision: 'elsewhere' } };
const formIn = (reply: unknown): string => JSON.stringify(reply);

describe('a call that sends more than a form can show', () => {
  it('is shown from its beginning in a client of 2026-07-28, which can only deny it', async () => {
    const first = await world.call(modern(), LONG).reply;
    expect(formIn(first)).toMatch(/It sends 1000041 bytes \(SHA-256 [0-9a-f]{64}\), more than fits here/);
    expect(formIn(first)).toContain('Not shown here: the rest, 998041 characters.');
    expect(formIn(first)).not.toContain('"approve"');
    const back = comeBackWith(first, APPROVE, LONG);
    expect(textOf(await world.call(modern(), back).reply)).toMatch(
      /it sends more than the client can show to a person\. .*toolmark approvals approve id-1/,
    );
    expect(world.sent).toEqual([]);
    // Where all of it is shown it can be approved, and the same call passes.
    world.approvals.answer('id-1', YES);
    expect(await world.call(modern(), LONG).reply).toMatchObject({ result: DONE });
    expect(world.sent).toEqual([LONG]);
  });

  it('is denied in such a client', async () => {
    const first = await world.call(modern(), LONG).reply;
    expect(textOf(await world.call(modern(), comeBackWith(first, DENY, LONG)).reply)).toMatch(
      /denied it in the client/,
    );
    expect(world.resolved).toMatchObject([{ status: 'denied' }]);
  });

  it.each([
    ['chooses to decide elsewhere', ELSEWHERE],
    ['approves although that is no choice', APPROVE],
  ])('goes on waiting for others when an older client %s', async (_, response) => {
    const asked: JsonObject[] = [];
    const client = legacy({
      ask: (__, params) => {
        asked.push(params);
        return Promise.resolve({ kind: 'result', result: response });
      },
    });
    const { reply } = world.call(client, LONG);
    await world.clock.advance(0);
    expect(formIn(asked)).toContain('Decide on the page or the command line');
    expect(world.approvals.pending()).toMatchObject([{ is_waiting: true }]);
    world.approvals.answer('id-1', YES);
    expect(await reply).toMatchObject({ result: DONE });
  });

  it('gives up when nobody answers elsewhere either', async () => {
    const client = legacy({ ask: () => Promise.resolve({ kind: 'result', result: ELSEWHERE }) });
    const { reply } = world.call(client, LONG);
    await world.clock.advance(SETTINGS.waitMs);
    expect(textOf(await reply)).toMatch(/there was no answer within 50 s/);
  });
});

describe('the text that a call sends', () => {
  it('is there while somebody has to decide, and its digest afterwards', async () => {
    const { reply } = world.call(legacy({ capabilities: {} }), LONG);
    await world.clock.advance(0);
    const text = JSON.stringify({ ...LONG, name: 'delete' });
    expect(world.approvals.sent('id-1')).toMatchObject({ text, bytes: 1_000_041, is_cut: false });
    const [listed] = world.approvals.pending();
    expect(listed?.sent).toMatchObject({ text: text.slice(0, 16 * 1024), bytes: 1_000_041, is_cut: true });
    world.approvals.answer('id-1', YES);
    await reply;
    expect(world.approvals.sent('id-1')).toBeUndefined();
    // The record has only the beginning: a plain digest beside it would help to guess the rest.
    expect(world.approvals.get('id-1')?.sent).toEqual({
      bytes: 1_000_041,
      sha256: null,
      text: null,
      is_cut: true,
      marks: [],
      searched: 0,
      headers: {},
    });
    expect(world.asked).toMatchObject([{ sent: { bytes: 1_000_041, sha256: null } }]);
  });

  it('never gets into the record with its secrets', async () => {
    const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const params = { ...PARAMS, arguments: { token }, _meta: { 'acme/note': `use ${token}` } };
    void world.call(legacy({ capabilities: {} }), params);
    await world.clock.advance(0);
    expect(world.approvals.pending()[0]?.sent?.text).toContain(token);
    expect(world.approvals.pending()[0]?.sent?.marks).toHaveLength(2);
    expect(JSON.stringify(world.asked)).not.toContain(token);
    expect(world.asked[0]?.others?.text).toContain('acme/note');
    expect(world.asked[0]?.sent.sha256).toBeNull();
  });

  it('has its digest on record where all of it is', async () => {
    void world.call(legacy({ capabilities: {} }), PARAMS);
    await world.clock.advance(0);
    expect(world.asked[0]?.sent.sha256).toBe(world.approvals.sent('id-1')?.sha256);
    expect(world.asked[0]?.sent.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes no more memory than it may: what is too much at once is refused', async () => {
    const huge = (id: number) => ({ ...PARAMS, arguments: { id, text: 'x'.repeat(12 * 1024 * 1024) } });
    const silent = () => legacy({ capabilities: {} });
    void world.call(silent(), huge(1));
    void world.call(silent(), huge(2));
    const third = await world.call(silent(), huge(3)).reply;
    expect(textOf(third)).toMatch(/too many calls wait for one already/);
    expect(world.approvals.pending()).toHaveLength(2);
  });
});
