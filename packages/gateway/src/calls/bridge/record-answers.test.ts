import { err, ok, type Result } from '@toolmark/annotations';
import { type JsonObject, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/test-clock.ts';
import { legacyCaller } from '../../core/fixtures/caller.ts';
import { createTestServer } from '../../core/fixtures/server.ts';
import { createWorld } from '../../core/fixtures/world.ts';
import { createNoRecorder } from '../record/no-recorder.ts';

const FORM = { message: 'Sure?', requestedSchema: { type: 'object' } };
const YES = { action: 'accept', content: { sure: true } };
const DONE = result({ content: [] });

/** A call of an older client, with a recorder that says when answers may leave. */
async function askedBy(era: 'modern' | 'legacy') {
  const server = createTestServer('s', era);
  const disk = Promise.withResolvers<Result<undefined, string>>();
  const recorded: JsonObject[] = [];
  const recorder = {
    ...createNoRecorder(() => 0),
    answered: (_call: unknown, answers: JsonObject) => {
      recorded.push(answers);
      return disk.promise;
    },
  };
  const { core } = createWorld([server], { recorder });
  const caller = legacyCaller({ capabilities: { elicitation: {} } });
  const reply = core.handle('tools/call', { name: 's__a', arguments: { x: 1 } }, caller);
  const asking = { k: { method: 'elicitation/create', params: FORM } };
  let answer: unknown;
  if (era === 'modern') {
    server.last().reply(result({ resultType: 'input_required', inputRequests: asking, requestState: 'one' }));
  } else {
    void server
      .last()
      .ask('elicitation/create', FORM)
      .then((given) => {
        answer = given;
      });
  }
  await settle();
  caller.asked[0]?.reply(result(YES));
  await settle();
  return { server, reply, recorded, disk, answer: () => answer };
}

describe('answers of an older client', () => {
  it('to a 2026-07-28 server are recorded before they leave', async () => {
    const { server, reply, recorded, disk } = await askedBy('modern');
    expect(recorded).toEqual([{ inputResponses: { k: YES }, requestState: 'one' }]);
    expect(server.received).toHaveLength(1);
    disk.resolve(ok(undefined));
    await settle();
    expect(server.received).toHaveLength(2);
    expect(server.last().params).toMatchObject({ inputResponses: { k: YES } });
    server.last().reply(DONE);
    await reply;
  });

  it('to an older server are recorded before they leave', async () => {
    const { server, reply, recorded, disk, answer } = await askedBy('legacy');
    expect(recorded).toEqual([{ inputResponses: { 'elicitation/create': YES } }]);
    expect(answer()).toBeUndefined();
    disk.resolve(ok(undefined));
    await settle();
    expect(answer()).toEqual(result(YES));
    server.last().reply(DONE);
    await reply;
  });

  it('do not leave for a 2026-07-28 server where they cannot be recorded', async () => {
    const { server, reply, disk } = await askedBy('modern');
    disk.resolve(err('The disk is full.'));
    const message = expect.stringContaining("The answers for 's__a' were not sent");
    expect(await reply).toMatchObject({ kind: 'error', error: { message } });
    expect(server.received).toHaveLength(1);
  });

  it('do not leave for an older server where they cannot be recorded', async () => {
    const { server, reply, disk, answer } = await askedBy('legacy');
    disk.resolve(err('The disk is full.'));
    await settle();
    expect(answer()).toMatchObject({ kind: 'error', error: { message: expect.stringContaining('The disk is full.') } });
    server.last().reply(DONE);
    await reply;
  });
});
