import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Begin, BeginEntry, Body, EndEntry, Entry } from '../entry.ts';
import { createLineReader } from './from-line.ts';
import { createLines } from './to-line.ts';

const text = fc.string({ unit: 'grapheme' });
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value);
const legs = fc.subarray(['private_data_read', 'untrusted_content_seen', 'open_world_write'] as const);
const whole = fc.json().map((json): Body => ({ text: json, bytes: 7, isCut: false, redactions: 2 }));
const readable = fc.record({ sample: text, length: fc.nat() });
const cut = fc.tuple(fc.json(), fc.nat(40), fc.option(readable, { nil: undefined })).map(
  ([json, length, of]): Body => ({
    ...{ text: json.slice(0, length), bytes: 70, isCut: true, redactions: 0 },
    ...(of === undefined ? {} : { readable: of }),
  }),
);
const body = maybe(fc.oneof(whole, cut));

const begin: fc.Arbitrary<BeginEntry> = fc.record({
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
});
const end: fc.Arbitrary<EndEntry> = fc.record({
  kind: fc.constant('end'),
  seq: fc.maxSafeNat(),
  status: fc.constantFrom('ok', 'error', 'expired'),
  at: fc.nat(),
  durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }).map((ms) => ms + 0),
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

const trimmed = (line: string): string => line.slice(0, -1);

describe('lines of the journal', () => {
  it('say what was written, whatever it was', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(begin, end, other)), (entries) => {
        const [toLine, toEntry] = [createLines(), createLineReader()];
        for (const entry of [...entries, ...entries]) {
          const line = toLine(entry);
          expect(line.indexOf('\n')).toBe(line.length - 1);
          expect(toEntry(trimmed(line))).toEqual(entry);
        }
      }),
    );
  });

  it('are none where a part is missing, at the end or anywhere', () => {
    fc.assert(
      fc.property(fc.oneof(begin, end, other), fc.nat(), fc.oneof(begin, end, other), (entry, at, next) => {
        const [toLine, toEntry] = [createLines(), createLineReader()];
        const line = trimmed(toLine(entry));
        for (let length = 0; length < line.length; length++) expect(toEntry(line.slice(0, length))).toBeUndefined();
        const torn = line.slice(0, at % line.length);
        if (torn !== '') expect(toEntry(torn + trimmed(toLine(next)))).toBeUndefined();
      }),
    );
  });

  it.each([
    ['a number', '7'],
    ['nothing', ''],
    ['JSON of no kind', '{"seq":1}'],
    ['a kind that nobody knows', 'middle\t[1]\t\t\t\t.'],
    ['a beginning without its facts', 'begin\t[]\t[1,2,"x"]\t""\t\t\t.'],
    ['a beginning that is not JSON', 'begin\tx\t[1,2,"x"]\t""\t\t\t.'],
    ['an end with too little', 'end\t[1,2]\t\t\t\t\t.'],
    ['an end with one field too few', 'end\t[1,2,3,1,"ok",[]]\t\t\t\t.'],
    ['an end with one field too many', 'end\t[1,2,3,1,"ok",[]]\t\t\t\t\t\t.'],
    ['an end whose decision is torn', 'end\t[1,2,3,1,"ok",[]]\t["allow","r\t\t\t\t.'],
    ['an end with half a decision', 'end\t[1,2,3,1,"ok",[]]\t["allow"]\t\t\t\t.'],
    ['an end whose rest is torn', 'end\t[1,2,3,1,"ok",[]]\t\t{"ca\t\t\t.'],
  ])('are none where it is %s', (_case, line) => {
    expect(createLineReader()(line)).toBeUndefined();
  });

  it('have the summary made by who reads them, where nobody else has', () => {
    const [entry] = fc.sample(begin, { numRuns: 1, seed: 1 });
    if (entry === undefined) throw new Error('There is none.');
    const args: Body = { text: '{"path":"/x","limit":5}', bytes: 23, isCut: false, redactions: 0 };
    const given: Begin = { ...entry, arguments: args, summary: undefined };
    const read = createLineReader()(trimmed(createLines()(given)));
    expect(read).toEqual({ ...given, summary: 'path: "/x", limit: 5' });
  });

  it('say of a plain read no more than what was decided about it, in few characters', () => {
    const decision = { kind: 'allow', rule: 'default: read', reason: 'It only reads, so it passes.' } as const;
    const few = { cached: false, approval: null, error: null, failures: [], result: null, legs: [] };
    const plain: EndEntry = { kind: 'end', seq: 1, status: 'ok', at: 2, durationMs: 3, attempts: 1, decision, ...few };
    const line = 'end\t[1,2,3,1,"ok",[]]\t["allow","default: read","It only reads, so it passes."]\t\t\t\t.\n';
    expect(createLines()(plain)).toBe(line);
  });

  it('of many different calls are not mixed up', () => {
    const [toLine, toEntry] = [createLines(), createLineReader()];
    const [entry] = fc.sample(begin, { numRuns: 1, seed: 1 });
    if (entry === undefined) throw new Error('There is none.');
    const all = Array.from({ length: 600 }, (_none, n) => ({ ...entry, session: `s${n}`, seq: n }));
    const lines = all.map((each) => trimmed(toLine(each)));
    expect(lines.map(toEntry)).toEqual(all);
    expect(lines.toReversed().map(toEntry)).toEqual(all.toReversed());
  });
});
