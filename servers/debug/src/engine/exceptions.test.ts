import { describe, expect, it, vi } from 'vitest';
import type { ExceptionFacts } from '../backend/facts.ts';
import { type Launched, launched, waitFor } from './fixtures/session.ts';

describe('exceptions', () => {
  const thrown = (more: Partial<ExceptionFacts> = {}): ExceptionFacts => ({
    type: 'TypeError',
    message: 'no',
    isFirstChance: true,
    stackText: undefined,
    inner: [],
    throwingFrame: 0,
    identity: undefined,
    ...more,
  });
  const add = (engine: Launched['engine'], more: object = {}) => {
    const wanted = {
      kind: 'exception',
      type: 'Error',
      firstChance: true,
      secondChance: true,
      includeSubtypes: true,
      isEnabled: true,
    } as const;
    const added = engine.breakpoints.addException({ ...wanted, ...more });
    if (!added.ok) throw new Error(added.error.message);
    return added.value;
  };
  /** Which of these exceptions, thrown one after the other, stop the program. */
  const stays = async (
    { engine, backend }: Launched,
    set: (facts: ExceptionFacts) => void,
    facts: readonly ExceptionFacts[],
  ) => {
    const stayed: boolean[] = [];
    for (const one of facts) {
      set(one);
      const resumed = backend.asked.filter((what) => what === 'resume').length;
      backend.stop({ reason: 'exception' });
      await vi.waitFor(() =>
        expect(engine.state() === 'paused' || backend.asked.filter((what) => what === 'resume').length > resumed).toBe(
          true,
        ),
      );
      stayed.push(engine.state() === 'paused');
      if (engine.state() === 'paused') await engine.resume(1_000);
    }
    return stayed;
  };
  const start = async (isException: (type: string, subtypes: boolean) => boolean = () => true) => {
    let current: ExceptionFacts | undefined;
    const session = await launched({ exception: () => current, isException }, { stopAtEntry: false });
    return {
      session,
      set: (facts: ExceptionFacts) => {
        current = facts;
      },
    };
  };

  it.each([
    ['both chances', {}, [thrown({ identity: 'a' }), thrown({ identity: 'b', isFirstChance: false })], [true, true]],
    [
      'the first only, of one that nothing catches',
      { secondChance: false },
      [thrown({ identity: 'a', isFirstChance: false })],
      [true],
    ],
    [
      'the second only',
      { firstChance: false },
      [thrown({ identity: 'a' }), thrown({ identity: 'a', isFirstChance: false })],
      [false, true],
    ],
    [
      'the same one several times while it unwinds',
      {},
      [thrown({ identity: 'a' }), thrown({ identity: 'a' }), thrown({ identity: 'a' })],
      [true, false, false],
    ],
    [
      'the same one again when nothing caught it',
      {},
      [thrown({ identity: 'a' }), thrown({ identity: 'a', isFirstChance: false })],
      [true, true],
    ],
    [
      'the first of one, then not its second',
      { secondChance: false },
      [thrown({ identity: 'a' }), thrown({ identity: 'a', isFirstChance: false })],
      [true, false],
    ],
  ] as const)('%s', async (_, wanted, facts, expected) => {
    const { session, set } = await start();
    add(session.engine, wanted);
    expect(await stays(session, set, facts)).toEqual([...expected]);
  });

  it('asks the program whether types match', async () => {
    const asked: [string, boolean][] = [];
    const { session, set } = await start((type, subtypes) => {
      asked.push([type, subtypes]);
      return type === 'TypeError';
    });
    const [other, meant] = [
      add(session.engine, { type: 'RangeError', includeSubtypes: false }),
      add(session.engine, { type: 'TypeError' }),
    ];
    set(thrown());
    session.backend.stop({ reason: 'exception' });
    expect(await waitFor(session.engine, meant.id)).toMatchObject({
      value: { kind: 'hit', stop: { reason: 'exception', breakpoints: [meant.id], exception: { type: 'TypeError' } } },
    });
    expect(asked).toEqual([
      ['RangeError', false],
      ['TypeError', true],
    ]);
    expect([other.hitCount, meant.hitCount]).toEqual([0, 1]);
  });

  it('stops without an exception breakpoint if the debugger stopped: the program cannot simply continue', async () => {
    const { session, set } = await start(() => false);
    expect(await stays(session, set, [thrown({ type: 'SIGSEGV', isFirstChance: false })])).toEqual([true]);
  });

  it('stops at whatever is thrown for the type *, as far as the chance is wanted', async () => {
    const { session, set } = await start(() => false);
    add(session.engine, { type: '*', firstChance: false });
    expect(await stays(session, set, [thrown({ type: 'null' })])).toEqual([false]);
    expect(await stays(session, set, [thrown({ type: 'null', isFirstChance: false })])).toEqual([true]);
    await session.engine.breakpoints.syncExceptions(session.backend);
    expect(session.backend.exceptionsWanted).toEqual({ caught: false, uncaught: true });
  });

  it.each([
    [{}, { caught: true, uncaught: true }],
    [{ firstChance: false }, { caught: false, uncaught: true }],
    [{ secondChance: false }, { caught: true, uncaught: true }],
    [{ isEnabled: false }, { caught: false, uncaught: false }],
  ])('requests only the exceptions it needs: %j', async (wanted, expected) => {
    const { session } = await start();
    add(session.engine, wanted);
    await session.engine.breakpoints.syncExceptions(session.backend);
    const types = expected.uncaught ? [{ type: 'Error', includeSubtypes: true }] : [];
    expect(session.backend.exceptionsWanted).toEqual({ ...expected, types });
  });
});
