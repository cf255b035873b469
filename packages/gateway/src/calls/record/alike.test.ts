import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../base/json.ts';
import { failed, type JsonObject, result } from '../../base/rpc.ts';
import type { RecordConfig } from '../../config/config.ts';
import { DEFAULT_RECORD } from '../../config/defaults.ts';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import { type Call, createCall } from '../../model/call.ts';
import type { Entry } from '../../record/entry.ts';
import { ADD, READ } from '../../record/fixtures/calls.ts';
import { createLineReader } from '../../record/journal/from-line.ts';
import { createLines } from '../../record/journal/to-line.ts';
import { createAlike } from './alike.ts';
import { createBegins } from './begins.ts';
import { addRound, startRunning, type UnderWay } from './in-flight.ts';
import { createShown } from './shown.ts';
import { toBegin } from './to-begin.ts';
import { textOf, toEnd } from './to-end.ts';

const ALLOWED = { kind: 'allow', rule: 'default: read', reason: 'It only reads, so it passes.' } as const;
const NOW = 1_000;

interface Made extends Partial<Call> {
  readonly seq: number;
  readonly session?: string;
}

/** A call whose only round is over, and that was never written. */
function ended({ session = 's1', ...more }: Made): UnderWay {
  const id = `00000000-0000-7000-8000-${`${more.seq}`.padStart(12, '0')}`;
  const reply = more.reply ?? result({ content: [{ type: 'text', text: `call ${more.seq}` }] });
  const start = { id, name: 'x', params: {}, arguments: { n: more.seq }, caller: modernCaller(), startedAt: 990 };
  const call: Call = {
    ...createCall({ ...start, seq: more.seq }),
    ...{ tool: READ, status: 'ok', attempts: 1, decision: ALLOWED, given: reply },
    ...more,
    reply,
  };
  const running = startRunning(call, session);
  addRound(running, call);
  return { call, running };
}

function setUp(config: RecordConfig = DEFAULT_RECORD) {
  const lines = createLines();
  const outbox = {
    ...lines,
    addCalls: (...[head, calls]: Parameters<typeof lines.addCalls>) => lines.addCalls(head, calls),
  };
  const shown = createShown(config);
  const begins = createBegins({ outbox, toBegin: (underWay) => toBegin(underWay, 'v', shown) });
  const writeWhole = (underWay: UnderWay, now: number): void => {
    const { call, running } = underWay;
    const end = toEnd(call, running, shown.bodies, now);
    call.resultBytes = end.result?.bytes;
    call.givenText = textOf(end);
    begins.end(underWay, end);
    alike.follow(underWay, end);
  };
  const alike = createAlike({ outbox, bodies: () => shown.bodies, writeWhole });
  const take = (underWay: UnderWay): boolean => {
    const isTaken = alike.take(underWay, NOW);
    if (isTaken) return true;
    alike.write();
    writeWhole(underWay, NOW);
    return false;
  };
  const written = (): readonly string[] => {
    alike.write();
    return lines.take().split('\n').slice(0, -1);
  };
  return { alike, take, written, writeWhole: (underWay: UnderWay) => writeWhole(underWay, NOW) };
}

const entriesIn = (lines: readonly string[]): readonly Entry[] => lines.flatMap(createLineReader());
const kindsOf = (lines: readonly string[]): readonly (string | undefined)[] => lines.map((line) => line.split('\t')[0]);

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('Bearer 0a1b2c3d4e5f6071', 'ghp_0123456789abcdefghijABCDEFGHIJ012345', '\t\n', 'x'.repeat(5_000)),
);
const json: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.dictionary(fc.oneof(text, fc.constantFrom('password', '__proto__', '1')), fc.oneof(text, fc.jsonValue())),
  fc
    .constantFrom('{"n":12345678901234567890,"e":1e400}', '{"\\\\":1,"\\n":2}')
    .map((of) => parseJson(of) as JsonObject),
);
const made: fc.Arbitrary<Omit<Made, 'seq'>> = fc.record({
  ...{ tool: fc.constantFrom(READ, READ, READ, ADD, undefined), session: fc.constantFrom('s1', 's1', 's2') },
  status: fc.constantFrom('ok', 'ok', 'ok', 'error'),
  arguments: fc.oneof({ weight: 5, arbitrary: json }, fc.constant(undefined)),
  reply: fc.oneof(
    { weight: 5, arbitrary: text.map((said) => result({ content: [{ type: 'text', text: said }] })) },
    json.map(result),
    fc.constant(failed({ code: -32_603, message: 'it is broken' })),
  ),
  caller: fc.constantFrom(modernCaller(), modernCaller(), modernCaller({ client: { name: 'b' } }), legacyCaller()),
  decision: fc.constantFrom(ALLOWED, ALLOWED, { ...ALLOWED }, undefined),
  attempts: fc.constantFrom(1, 1, 0, 2),
  isCached: fc.constantFrom(false, false, false, true),
  approval: fc.constantFrom(undefined, undefined, undefined, 'a1'),
  params: fc.constantFrom({}, {}, {}, { requestState: 'x' }),
  startedAt: fc.constantFrom(990, 999, 1_000, 1_001),
});

describe('calls that are alike', () => {
  it.each([
    ['by default', DEFAULT_RECORD],
    ['with little room', { ...DEFAULT_RECORD, bodyBytes: 100 }],
    ['without any', { ...DEFAULT_RECORD, bodyBytes: 0 }],
    ['with a pattern of a person', { ...DEFAULT_RECORD, redact: { ...DEFAULT_RECORD.redact, patterns: ['call'] } }],
  ])('are written as each of them would be on its own: %s', (_how, config) => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 12 }), (all) => {
        const [together, alone] = [setUp(config), setUp(config)];
        const twice = [all, all].map((each) => each.map((of, seq) => ended({ ...of, seq, given: of.reply })));
        const [some = [], others = []] = twice;
        for (const underWay of some) together.take(underWay);
        for (const underWay of others) alone.writeWhole(underWay);
        const bySeq = (lines: readonly string[]) =>
          entriesIn(lines).toSorted((a, b) => ('seq' in a && 'seq' in b ? a.seq - b.seq : 0));
        expect(bySeq(together.written())).toEqual(bySeq(alone.written()));
        const toldOf = ({ call }: UnderWay) => [call.resultBytes, call.givenText];
        expect(some.map(toldOf)).toEqual(others.map(toldOf));
      }),
    );
  });

  it('are one line, behind the first of them', () => {
    const { take, written } = setUp();
    expect([1, 2, 3, 4].map((seq) => take(ended({ seq })))).toEqual([false, true, true, true]);
    const lines = written();
    expect(kindsOf(lines)).toEqual(['call', 'calls']);
    expect(entriesIn(lines).filter(({ kind }) => kind === 'end')).toHaveLength(4);
    expect(take(ended({ seq: 5 }))).toBe(true);
    expect(kindsOf(written())).toEqual(['calls']);
  });

  it.each<[string, Omit<Made, 'seq'>]>([
    ['of another tool', { tool: ADD }],
    ['of another session', { session: 's2' }],
    ['of another client', { caller: modernCaller({ client: { name: 'another' } }) }],
    ['for somebody else', { caller: { ...modernCaller(), principal: 'somebody' } }],
    ['of another era', { caller: legacyCaller() }],
    ['of another mode', { caller: { ...modernCaller(), mode: 'search' } }],
    ['that was let through for another reason', { decision: { ...ALLOWED } }],
    ['that was sent twice', { attempts: 2 }],
    ['that failed', { status: 'error' }],
    ['that was answered from the cache', { isCached: true }],
    ['that was approved', { approval: 'a1' }],
    ['that goes on with another', { params: { requestState: 'x' } }],
    ['without arguments', { arguments: undefined }],
    ['that began after its end', { startedAt: NOW + 1 }],
    ['with a long result', { given: result({ content: [{ type: 'text', text: 'x'.repeat(5_000) }] }) }],
    ['that failed before it got anywhere', { given: failed({ code: -32_603, message: 'broken' }) }],
  ])('are not those %s', (_what, other) => {
    const { take, written } = setUp();
    expect(take(ended({ seq: 1 }))).toBe(false);
    expect(take(ended({ seq: 2, ...other }))).toBe(false);
    expect(kindsOf(written())).toEqual(['call', 'call']);
  });

  it('are not those that were seen running, or whose tool changed meanwhile', () => {
    const { take } = setUp();
    take(ended({ seq: 1 }));
    const seen = ended({ seq: 2 });
    seen.running.isWritten = true;
    expect(take(seen)).toBe(false);
    take(ended({ seq: 3 }));
    const changed = ended({ seq: 4 });
    changed.call.tool = { ...READ };
    expect(take(changed)).toBe(false);
  });

  it('are written whole, all of a line, where one of them has something to hide', () => {
    const { take, written } = setUp();
    const all = [1, 2, 3].map((seq) => ended({ seq }));
    const hiding = ended({ seq: 4, arguments: { password: 'hunter2' } });
    for (const underWay of [...all, hiding]) take(underWay);
    const lines = written();
    expect(kindsOf(lines)).toEqual(['call', 'call', 'call', 'call']);
    expect(lines.join('\n')).not.toContain('hunter2');
  });

  it('are written whole from the beginning for a while, where one of them had something to hide', () => {
    const { take, written } = setUp();
    take(ended({ seq: 1 }));
    take(ended({ seq: 2, arguments: { password: 'hunter2' } }));
    written();
    const taken = Array.from({ length: 103 }, (_, index) => take(ended({ seq: 3 + index })));
    expect(taken.indexOf(true)).toBe(101);
  });

  it('follow no call whose arguments or result are long', () => {
    const { take } = setUp();
    take(ended({ seq: 1, arguments: { text: 'x'.repeat(5_000) } }));
    expect(take(ended({ seq: 2 }))).toBe(false);
  });

  it('are no line that is much longer than they are', () => {
    const { take, written } = setUp();
    const given = result({ content: [{ type: 'text', text: 'x'.repeat(4_000) }] });
    for (let seq = 1; seq <= 50; seq++) take(ended({ seq, given }));
    const lines = written();
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(30_000);
    expect(entriesIn(lines)).toHaveLength(100);
  });

  it('are written whole again once what was written counts no more', () => {
    const { alike, take, written } = setUp();
    take(ended({ seq: 1 }));
    take(ended({ seq: 2 }));
    alike.forget();
    expect(kindsOf(written())).toEqual(['call', 'call']);
    alike.forget();
    expect(take(ended({ seq: 3 }))).toBe(false);
  });
});
