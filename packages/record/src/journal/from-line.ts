import { isJsonObject } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import { summarize } from '../body/summary.ts';
import type { BeginEntry, Body, EndEntry, Entry } from '../entry.ts';

/** Parses journal lines written by `createLines`; returns nothing for invalid or incomplete lines. */
export function createLineReader(): (line: string) => readonly Entry[] {
  const toCommon = readOnce((json) => {
    const [session, version, server, tool, of, era, mode, client, principal, legs] = toList(json, 10);
    return { session, version, server, tool, class: of, era, mode, client, principal, legs } as Common;
  });
  const toDecision = readOnce((json) => {
    const [kind, rule, reason] = toList(json, 3);
    return { kind, rule, reason } as CallDecision;
  });
  const beginOf = (
    common: Common,
    [seq, at, id, sent]: BeginHead,
    [summary = '', size = '', text = '']: readonly string[],
  ): BeginEntry => ({
    kind: 'begin',
    seq,
    id,
    at,
    ...common,
    arguments: toBody(size, text),
    ...sent,
    summary: summary === '' ? summarize(JSON.parse(text)) : (JSON.parse(summary) as string),
  });
  const endOf = (
    decision: CallDecision | null,
    [seq, at, durationMs, attempts, status, legs]: EndHead,
    [rest = '', size = '', text = '']: readonly string[],
  ): EndEntry => {
    const few = rest === '' ? NOTHING : { ...NOTHING, ...(JSON.parse(rest) as Partial<Few>) };
    return {
      kind: 'end',
      seq,
      status,
      at,
      durationMs,
      attempts,
      legs,
      ...few,
      decision,
      result: toBody(size, text),
    };
  };
  const decisionOf = (json: string): CallDecision | null => (json === '' ? null : toDecision(json));
  const toBegin = ([common = '', head = '', ...rest]: readonly string[]): BeginEntry =>
    beginOf(toCommon(common), toList(head, 3, 4) as BeginHead, rest);
  const toEnd = ([head = '', decision = '', ...rest]: readonly string[]): EndEntry =>
    endOf(decisionOf(decision), toList(head, 6) as EndHead, rest);
  const toCall = ([common = '', decision = '', outcome = '', numbers = '', ...fields]: readonly string[]) => {
    if (fields.length !== CALL_FIELDS) return NONE;
    const [seq, at, id, durationMs, after, sent] = toList(numbers, 5, 6) as CallHead;
    const ended = toList(outcome, 3) as Outcome;
    return [
      beginOf(toCommon(common), [seq, at, id, sent], fields.slice(0, 3)),
      endOf(decisionOf(decision), [seq, at + after, durationMs, ...ended], fields.slice(3)),
    ];
  };
  return (line) => {
    // Written by this program, so complete lines are valid entries.
    try {
      if (line.startsWith('{')) {
        const value: unknown = JSON.parse(line);
        return isJsonObject(value) && typeof value['kind'] === 'string' ? [value as unknown as Entry] : NONE;
      }
      const [kind, ...fields] = line.split('\t');
      if (fields.pop() !== '.') return NONE;
      if (kind === 'call') return toCall(fields);
      if (fields.length !== FIELDS) return NONE;
      if (kind === 'begin') return [toBegin(fields)];
      return kind === 'end' ? [toEnd(fields)] : NONE;
    } catch {
      return NONE;
    }
  };
}

const NONE: readonly Entry[] = [];

/** The fields of a begin or end line, without its name and the final dot. */
const FIELDS = 5;
/** The fields of a call line, without its numbers. */
const CALL_FIELDS = 6;

type Common = Omit<BeginEntry, 'kind' | 'seq' | 'id' | 'at' | 'arguments' | 'others' | 'digest' | 'summary'>;

type Sent = Pick<BeginEntry, 'others' | 'digest'>;

type BeginHead = [seq: number, at: number, id: string, sent?: Sent | undefined];

type Outcome = [attempts: number, status: EndEntry['status'], legs: EndEntry['legs']];

type EndHead = [seq: number, at: number, durationMs: number, ...Outcome];

type CallHead = [seq: number, at: number, id: string, durationMs: number, after: number, sent?: Sent];

type Few = Pick<EndEntry, 'cached' | 'approval' | 'error' | 'failures'>;

const NOTHING: Few = { cached: false, approval: null, error: null, failures: [] };

const MAX_KNOWN = 256;

/** Caches the parsed form of fields that repeat in nearly all lines. */
function readOnce<Value>(read: (json: string) => Value): (json: string) => Value {
  const known = new Map<string, Value>();
  return (json) => {
    const found = known.get(json);
    if (found !== undefined) return found;
    const value = read(json);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(json, value);
    return value;
  };
}

function toBody(size: string, text: string): Body | null {
  if (size === '') return text === '' ? null : { text, bytes: Buffer.byteLength(text), isCut: false, redactions: 0 };
  const [bytes, redactions, isCut = false, readable] = toList(size, 2, 4) as [
    ...[bytes: number, redactions: number],
    ...[isCut?: boolean, readable?: Body['readable']],
  ];
  const body = { text, bytes, isCut, redactions };
  return readable == null ? body : { ...body, readable };
}

/** Throws unless there are exactly this many fields. */
function toList(json: string, least: number, most: number = least): readonly unknown[] {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list) || list.length < least || list.length > most) throw new TypeError('The line is invalid.');
  return list;
}
