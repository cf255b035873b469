import { ERRORS, type ErrorName, errorOf, failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import type { RetryConfig } from '@toolmark/config';
import { ownError, unsentError } from '@toolmark/upstream';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { legacyCaller } from '../../core/fixtures/caller.ts';
import { compose } from '../pipeline.ts';
import { ADD, aCall, aTool, type CallOptions, READ, SET } from '../retry/fixtures/a-call.ts';
import { toApprovalState } from '../sent-params.ts';
import { retryCall } from './send-call.ts';

const done = result({ content: [] });
const died = failed(ownError('upstreamDied', 'The server exited.'));
const away = (data: JsonObject = {}) => failed(unsentError('upstreamUnavailable', 'It is away.', data));

const NOT = ' It was not carried out.';
const MAYBE = ' It may have been carried out: check before you call it again.';

/** Sends to what answers one reply after the other, the last one for ever. */
function setUp(
  replies: readonly RpcReply[],
  options: CallOptions = {},
  config: Partial<RetryConfig> = {},
  isStillAllowed: () => boolean = () => true,
) {
  const clock = createFakeClock(0);
  const sentAt: number[] = [];
  const send = async (): Promise<RpcReply> => {
    const reply = replies[Math.min(sentAt.length, replies.length - 1)];
    sentAt.push(clock.now());
    call.attempts += 1;
    if (reply === undefined) throw new Error('bug');
    return reply;
  };
  const deps = {
    clock,
    random: () => 0.5,
    isStillAllowed,
    config: () => ({ attempts: 3, deadlineMs: 30_000, ...config }),
  };
  const call = aCall({ tool: aTool(READ), ...options });
  const outcome = compose([retryCall(deps, send)])(call);
  return { clock, call, sentAt, outcome };
}

describe('a call that fails on its way', () => {
  it.each<[string, CallOptions]>([
    ['reads', { tool: aTool(READ) }],
    ['can be called twice', { tool: aTool(SET) }],
    ['can be called twice, as a person says', { tool: aTool(ADD, 'x', 's', { override: { idempotentHint: true } }) }],
    ['was asked for by a state that was ours', { params: { requestState: toApprovalState('x') } }],
  ])('is sent again where its tool %s', async (_what, options) => {
    const { clock, call, sentAt, outcome } = setUp([died, away(), done], options);
    await clock.advance(10_000);
    expect(await outcome).toBe(done);
    expect(sentAt).toEqual([0, 200, 600]);
    expect(call.failures).toEqual([
      { at: 0, durationMs: 0, code: ERRORS.upstreamDied.code, message: 'The server exited.' },
      { at: 200, durationMs: 0, code: ERRORS.upstreamUnavailable.code, message: 'It is away.' },
    ]);
    expect(clock.pending()).toBe(0);
  });

  it.each<[string, CallOptions]>([
    ['adds', { tool: aTool(ADD) }],
    ['says nothing about itself', { tool: aTool() }],
    ['is contradicted by its name', { tool: aTool({ readOnlyHint: true, idempotentHint: true }, 'send_mail') }],
    ['goes on', { set: { isContinued: true } }],
    ['has a state', { params: { requestState: 'x' } }],
    ['has answers', { params: { inputResponses: {} } }],
  ])('fails once where it %s', async (_what, options) => {
    const { clock, call, sentAt, outcome } = setUp([died, done], options);
    await clock.advance(60_000);
    expect(await outcome).toMatchObject({ error: { code: ERRORS.upstreamDied.code, data: { happened: 'maybe' } } });
    expect([sentAt, call.failures]).toEqual([[0], []]);
  });

  it.each<[ErrorName, boolean, JsonObject?]>([
    ['upstreamUnavailable', true],
    ['upstreamTimeout', true],
    ['upstreamDied', true],
    ['upstreamBroken', true],
    ['upstreamBusy', true],
    ['cancelled', false],
    ['invalidParams', false],
    ['shuttingDown', false],
    ['internal', false],
    ['missingCapability', false],
    ['upstreamUnavailable', true, { status: 503 }],
    ['upstreamUnavailable', true, { status: 429 }],
    ['upstreamUnavailable', false, { status: 401 }],
    ['upstreamBroken', false, { status: 404 }],
    ['upstreamBroken', false, { tooLarge: true }],
    ['upstreamUnavailable', false, { state: 'disabled' }],
    ['upstreamUnavailable', false, { state: 'stopped' }],
    ['upstreamUnavailable', true, { state: 'connecting' }],
  ])('with %s is sent again: %s %o', async (name, isSentAgain, data = {}) => {
    const { clock, sentAt, outcome } = setUp([failed(ownError(name, 'x', data)), done]);
    await clock.advance(60_000);
    await outcome;
    expect(sentAt.length).toBe(isSentAgain ? 2 : 1);
  });

  it.each<[string, RpcReply]>([
    ['an error of the server that looks like ours', failed(errorOf('upstreamDied', 'I died.'))],
    ['a failure of the tool', result({ isError: true, content: [] })],
    ['questions', result({ resultType: 'input_required' })],
  ])('is not what gets %s, which is passed on as it came', async (_what, reply) => {
    const { clock, sentAt, outcome } = setUp([reply]);
    await clock.advance(60_000);
    expect(await outcome).toBe(reply);
    expect(sentAt).toEqual([0]);
  });

  it('is passed on where a later attempt gets an answer of the server', async () => {
    const refused = failed({ code: -32_000, message: 'no' });
    const { clock, outcome } = setUp([died, refused]);
    await clock.advance(60_000);
    expect(await outcome).toBe(refused);
  });

  it.each([
    [1, [0]],
    [2, [0, 200]],
    [5, [0, 200, 600, 1_400, 3_000]],
  ])('is sent at most %i times', async (attempts, expected) => {
    const { clock, call, sentAt, outcome } = setUp([died], {}, { attempts });
    await clock.advance(60_000);
    await outcome;
    expect(sentAt).toEqual(expected);
    expect(call.failures.length).toBe(attempts - 1);
  });

  it('does not start again after the deadline, and does not wait for it', async () => {
    const { clock, sentAt, outcome } = setUp([died], {}, { attempts: 100, deadlineMs: 1_000 });
    await clock.advance(600);
    await outcome;
    expect([clock.now(), sentAt]).toEqual([600, [0, 200, 600]]);
  });

  it('waits for a server that is being connected, as long as there is time', async () => {
    const { clock, sentAt, outcome } = setUp([away({ nextAttempt: 9_000 }), done]);
    await clock.advance(60_000);
    expect(await outcome).toBe(done);
    expect(sentAt).toEqual([0, 9_000]);
    const late = setUp([away({ nextAttempt: 30_001 }), done]);
    await late.clock.advance(0);
    expect(await late.outcome).toMatchObject({ error: { message: `It is away.${NOT}` } });
    expect(late.sentAt).toEqual([0]);
  });

  it('ends when it is cancelled while it waits, and says why it failed before', async () => {
    const caller = legacyCaller();
    const { clock, call, sentAt, outcome } = setUp([died, done], { caller });
    await clock.advance(100);
    caller.cancel();
    const message = 'The request was cancelled before it was sent again. The first attempt failed: The server exited.';
    expect(await outcome).toEqual(failed(errorOf('cancelled', message, { happened: 'maybe' })));
    expect([sentAt, call.failures, clock.pending()]).toEqual([[0], [], 0]);
  });

  it('is not sent again where its tool has become another one meanwhile', async () => {
    let isSame = true;
    const { clock, call, sentAt, outcome } = setUp([died, away(), done], { tool: aTool(SET) }, {}, () => isSame);
    await clock.advance(300);
    isSame = false;
    await clock.advance(60_000);
    const message = `It is away. It was not sent again, because its server changed the tool meanwhile.${MAYBE}`;
    expect(await outcome).toEqual(failed(errorOf('upstreamUnavailable', message, { happened: 'maybe' })));
    expect([sentAt, call.failures.length, clock.pending()]).toEqual([[0, 200], 1, 0]);
  });

  it('asks whether its tool is the same right before it is sent again, and not for the first attempt', async () => {
    const asked: number[] = [];
    const { clock, sentAt, outcome } = setUp([died, died, done], {}, {}, () => asked.push(sentAt.length) > 0);
    expect(asked).toEqual([]);
    await clock.advance(60_000);
    expect([await outcome, asked]).toEqual([done, [1, 2]]);
  });

  it('is a bug of ours that is not sent again', async () => {
    const { sentAt, outcome } = setUp([]);
    await expect(outcome).rejects.toThrow('bug');
    expect(sentAt).toEqual([0]);
  });
});

describe('the error that goes out', () => {
  it.each<[string, RpcReply[], CallOptions, string, 'no' | 'maybe']>([
    ['of an addition that never left', [away()], { tool: aTool(ADD) }, `It is away.${NOT}`, 'no'],
    ['of an addition that left', [died], { tool: aTool(ADD) }, `The server exited.${MAYBE}`, 'maybe'],
    ['of a tool that says nothing', [died], { tool: aTool() }, `The server exited.${MAYBE}`, 'maybe'],
    ['of a read that never left', [away()], {}, `It is away.${NOT}`, 'no'],
    ['of a read that left', [died], {}, 'The server exited.', 'maybe'],
    [
      'of a call that was already started',
      [away()],
      { tool: aTool(SET), set: { isContinued: true } },
      `It is away.${MAYBE}`,
      'maybe',
    ],
    ['of attempts of which one left', [died, away()], { tool: aTool(SET) }, `It is away.${MAYBE}`, 'maybe'],
  ])('%s says whether it may have happened', async (_what, replies, options, message, happened) => {
    const { clock, outcome } = setUp(replies, options);
    await clock.advance(60_000);
    const reply = await outcome;
    expect(reply).toMatchObject({ kind: 'error', error: { message, data: { happened } } });
  });

  it('keeps its code and what else it says', async () => {
    const reply = await setUp([failed(ownError('upstreamTimeout', 'Late.', { server: 's' }))], { tool: aTool(ADD) })
      .outcome;
    expect(reply).toEqual(failed(errorOf('upstreamTimeout', `Late.${MAYBE}`, { server: 's', happened: 'maybe' })));
  });
});
