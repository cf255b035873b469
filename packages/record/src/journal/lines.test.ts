import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Begin, BeginEntry, Body, EndEntry, Entry } from '../entry.ts';
import { createLineReader } from './from-line.ts';
import { createLines, type Lines } from './to-line.ts';

const text = fc.string({ unit: 'grapheme' });
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value);
const legs = fc.subarray(['private_data_read', 'untrusted_content_seen', 'open_world_write'] as const);
const whole = fc
  .tuple(fc.json({ stringUnit: 'grapheme' }), fc.nat(2))
  .map(([json, redactions]): Body => ({ text: json, bytes: Buffer.byteLength(json), isCut: false, redactions }));
const readable = fc.record({ sample: text, length: fc.nat() });
const cut = fc.tuple(fc.json(), fc.nat(40), fc.option(readable, { nil: undefined })).map(
  ([json, length, of]): Body => ({
    text: json.slice(0, length),
    bytes: 70,
    isCut: true,
    redactions: 0,
    ...(of === undefined ? {} : { readable: of }),
  }),
);
const body = maybe(fc.oneof(whole, cut));

/** Rare fields of calls and their results. */
const sent = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ others: fc.oneof(whole, cut), digest: text }, { requiredKeys: [] }),
);
const begin: fc.Arbitrary<BeginEntry> = fc
  .record({
    kind: fc.constant('begin'),
    seq: fc.maxSafeNat(),
    id: fc.uuid(),
    session: fc.uuid(),
    version: maybe(fc.constantFrom('a', 'b')),
    server: maybe(text),
    tool: text,
    class: fc.constantFrom(null, 'read', 'destructive'),
    at: fc.nat(),
    era: fc.constantFrom(null, 'legacy', 'modern'),
    mode: fc.constantFrom('direct', 'search'),
    client: maybe(text),
    principal: text,
    arguments: body,
    summary: text,
    legs,
  })
  .chain((entry) => sent.map((more): BeginEntry => ({ ...entry, ...more })));
const end: fc.Arbitrary<EndEntry> = fc.record({
  kind: fc.constant('end'),
  seq: fc.maxSafeNat(),
  status: fc.constantFrom('ok', 'error', 'expired'),
  at: fc.nat(),
  durationMs: fc.oneof(
    fc.nat(3),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((ms) => ms + 0),
  ),
  attempts: fc.nat(),
  cached: fc.boolean(),
  decision: maybe(fc.record({ kind: fc.constantFrom('allow', 'ask'), rule: text, reason: text })),
  approval: maybe(text),
  error: maybe(fc.record({ code: maybe(fc.integer()), message: text })),
  failures: fc.array(fc.record({ at: fc.nat(), durationMs: fc.nat(), code: fc.integer(), message: text }), {
    maxLength: 2,
  }),
  result: body,
  legs,
});
const other = text.map((id): Entry => ({ kind: 'session-end', id, at: 1, reason: 'left' }));

/** Serialized as a whole. */
interface WholeCall {
  readonly kind: 'call';
  readonly begin: BeginEntry;
  readonly end: EndEntry;
}

const call = fc
  .tuple(begin, end)
  .map(([from, to]): WholeCall => ({ kind: 'call', begin: from, end: { ...to, seq: from.seq } }));
const any = fc.oneof(begin, end, other, call);
type Any = Entry | Begin | WholeCall;

/** The entries expected when reading. */
function entriesOf(written: Any): readonly unknown[] {
  return written.kind === 'call' ? [written.begin, written.end] : [written];
}

function add(lines: Lines, written: Any): void {
  if (written.kind === 'call') lines.addCall(written.begin, written.end);
  else lines.add(written);
}

/** Serializes them together. */
function write(all: readonly Any[], lines = createLines()): string {
  for (const each of all) add(lines, each);
  return lines.take();
}

/** Serializes one after the other. */
function lineMaker(): (written: Any) => string {
  const lines = createLines();
  return (written) => write([written], lines);
}

const trimmed = (line: string): string => line.slice(0, -1);

const COMMON = '["s",null,null,"t",null,null,"direct",null,"local",[]]';
const END = '[1,2,3,1,"ok",[]]';
const HEAD = `${COMMON}\t\t[1,"ok",[]]`;
const CALL = `call\t${HEAD}\t[1,2,"x",3,3]`;

describe('lines of the journal', () => {
  it('round-trip every entry', () => {
    fc.assert(
      fc.property(fc.array(any), (entries) => {
        const [toLine, toEntries] = [lineMaker(), createLineReader()];
        for (const entry of [...entries, ...entries]) {
          const line = toLine(entry);
          expect(line.indexOf('\n')).toBe(line.length - 1);
          expect(toEntries(trimmed(line))).toEqual(entriesOf(entry));
        }
      }),
    );
  });

  it('are invalid if any part is missing', () => {
    fc.assert(
      fc.property(any, fc.nat(), any, (entry, at, next) => {
        const [toLine, toEntries] = [lineMaker(), createLineReader()];
        const line = trimmed(toLine(entry));
        for (let length = 0; length < line.length; length++) expect(toEntries(line.slice(0, length))).toEqual([]);
        const torn = line.slice(0, at % line.length);
        if (torn !== '') expect(toEntries(torn + trimmed(toLine(next)))).toEqual([]);
      }),
    );
  });

  it('are equal whether written together or one by one', () => {
    fc.assert(
      fc.property(fc.array(any), (given) => {
        const lines = write(given).split('\n').slice(0, -1);
        expect(lines.flatMap(createLineReader())).toEqual(given.flatMap(entriesOf));
        expect(lines).toHaveLength(given.length);
      }),
    );
  });

  it.each([
    ['a number', '7'],
    ['nothing', ''],
    ['JSON of no kind', '{"seq":1}'],
    ['an unknown kind', 'middle\t[1]\t\t\t\t.'],
    ['a begin without its common fields', 'begin\t[]\t[1,2,"x"]\t""\t\t\t.'],
    ['a begin that is not JSON', 'begin\tx\t[1,2,"x"]\t""\t\t\t.'],
    ['an end with missing fields', 'end\t[1,2]\t\t\t\t\t.'],
    ['an end with one field too few', 'end\t[1,2,3,1,"ok",[]]\t\t\t\t.'],
    ['an end with one field too many', 'end\t[1,2,3,1,"ok",[]]\t\t\t\t\t\t.'],
    ['an end with a torn decision', 'end\t[1,2,3,1,"ok",[]]\t["allow","r\t\t\t\t.'],
    ['an end with half a decision', 'end\t[1,2,3,1,"ok",[]]\t["allow"]\t\t\t\t.'],
    ['an end with a torn rest', 'end\t[1,2,3,1,"ok",[]]\t\t{"ca\t\t\t.'],
    ['a call with missing fields', `call\t${HEAD}\t[1,2,"x"]\t""\t\t\t\t\t\t.`],
    ['a call with one field too few', `${CALL}\t""\t\t\t\t\t.`],
    ['a call without its end fields', `call\t${COMMON}\t\t[1,"ok"]\t[1,2,"x",3,3]\t""\t\t\t\t\t\t.`],
    ['a call that continues like an end line', `${CALL}\t""end\t${END}\t\t\t\t\t.`],
    ['a call that continues like a begin line', `${CALL}\t""begin\t${COMMON}\t[1,2,"x"]\t""\t\t\t.`],
  ])('are invalid for %s', (_case, line) => {
    expect(createLineReader()(line)).toEqual([]);
  });

  it('leave the summary to the reader unless one is stored', () => {
    const [entry] = fc.sample(begin, { numRuns: 1, seed: 1 });
    if (entry === undefined) throw new Error('There is none.');
    const args: Body = { text: '{"path":"/x","limit":5}', bytes: 23, isCut: false, redactions: 0 };
    const given: Begin = { ...entry, arguments: args, summary: undefined };
    const read = createLineReader()(trimmed(write([given])));
    expect(read).toEqual([{ ...given, summary: 'path: "/x", limit: 5' }]);
  });

  it('describe a plain read in few characters', () => {
    const decision = { kind: 'allow', rule: 'default: read', reason: 'It only reads, so it passes.' } as const;
    const few = { cached: false, approval: null, error: null, failures: [], result: null, legs: [] };
    const plain: EndEntry = { kind: 'end', seq: 1, status: 'ok', at: 2, durationMs: 3, attempts: 1, decision, ...few };
    const line = 'end\t[1,2,3,1,"ok",[]]\t["allow","default: read","It only reads, so it passes."]\t\t\t\t.\n';
    expect(write([plain])).toBe(line);
  });

  it('of different calls are not confused', () => {
    const [toLine, toEntries] = [lineMaker(), createLineReader()];
    const [entry] = fc.sample(begin, { numRuns: 1, seed: 1 });
    if (entry === undefined) throw new Error('There is none.');
    const all = Array.from({ length: 600 }, (_none, n) => ({ ...entry, session: `s${n}`, seq: n }));
    const lines = all.map((each) => trimmed(toLine(each)));
    expect(lines.flatMap(toEntries)).toEqual(all);
    expect(lines.toReversed().flatMap(toEntries)).toEqual(all.toReversed());
  });
});
