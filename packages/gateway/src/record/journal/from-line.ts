import { isJsonObject } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import { summarize } from '../body/summary.ts';
import type { BeginEntry, Body, EndEntry, Entry } from '../entry.ts';

/** Reads lines of the journal as `createLines` writes them; `undefined` for one that is none, or not all of it. */
export function createLineReader(): (line: string) => Entry | undefined {
  const toCommon = readOnce((json) => {
    const [session, version, server, tool, of, era, mode, client, principal, legs] = toList(json, 10);
    return { session, version, server, tool, class: of, era, mode, client, principal, legs } as Common;
  });
  const toDecision = readOnce((json) => {
    const [kind, rule, reason] = toList(json, 3);
    return { kind, rule, reason } as CallDecision;
  });
  const toBegin = ([, common = '', head = '', summary = '', size = '', text = '']: readonly string[]): BeginEntry => {
    const [seq, at, id] = toList(head, 3) as [number, number, string];
    return {
      ...{ kind: 'begin', seq, id, at, ...toCommon(common) },
      arguments: toBody(size, text),
      summary: summary === '' ? summarize(JSON.parse(text)) : (JSON.parse(summary) as string),
    };
  };
  const toEnd = ([, head = '', decision = '', rest = '', size = '', text = '']: readonly string[]): EndEntry => {
    const [seq, at, durationMs, attempts, status, legs] = toList(head, 6) as EndHead;
    const few = rest === '' ? NOTHING : { ...NOTHING, ...(JSON.parse(rest) as Partial<Few>) };
    return {
      ...{ kind: 'end', seq, status, at, durationMs, attempts, legs, ...few },
      decision: decision === '' ? null : toDecision(decision),
      result: toBody(size, text),
    };
  };
  return (line) => {
    // Written by this program: lines that are whole are entries.
    try {
      if (line.startsWith('{')) {
        const value: unknown = JSON.parse(line);
        return isJsonObject(value) && typeof value['kind'] === 'string' ? (value as unknown as Entry) : undefined;
      }
      const fields = line.split('\t');
      if (fields.length !== FIELDS || fields.at(-1) !== '.') return undefined;
      if (fields[0] === 'begin') return toBegin(fields);
      return fields[0] === 'end' ? toEnd(fields) : undefined;
    } catch {
      return undefined;
    }
  };
}

/** Both kinds have as many. */
const FIELDS = 7;

type Common = Omit<BeginEntry, 'kind' | 'seq' | 'id' | 'at' | 'arguments' | 'summary'>;

type EndHead = [number, number, number, number, EndEntry['status'], EndEntry['legs']];

type Few = Pick<EndEntry, 'cached' | 'approval' | 'error' | 'failures'>;

const NOTHING: Few = { cached: false, approval: null, error: null, failures: [] };

const MAX_KNOWN = 256;

/** What is written the same in nearly all lines is read once. */
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
  if (size === '') return null;
  const [bytes, redactions, isCut = false, readable] = toList(size, 2) as [number, number, boolean?, Body['readable']?];
  const body = { text, bytes, isCut, redactions };
  return readable == null ? body : { ...body, readable };
}

/** Throws where it is none of at least so many. */
function toList(json: string, least: number): readonly unknown[] {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list) || list.length < least) throw new TypeError('It is not what was written.');
  return list;
}
