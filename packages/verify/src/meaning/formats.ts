import { isJsonObject } from '@toolmark/annotations';
import { addFacts, type Facts, identityOf } from './facts.ts';
import { sqliteFacts } from './sqlite.ts';
import { zipFacts } from './zip.ts';

export type Format = 'sqlite' | 'json' | 'jsonl' | 'zip' | 'text' | 'binary';

/** The content of a file, as far as its format is understood. */
export interface Content {
  readonly format: Format;
  /** `undefined` where a change can be seen but not understood. */
  readonly facts: Facts | undefined;
}

export interface Companions {
  /** The write-ahead log of a SQLite database. */
  readonly wal?: Buffer | undefined;
}

/** Reads a file by its content, not by its name. */
export function readContent(bytes: Buffer, companions: Companions = {}): Content {
  if (bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3') {
    return { format: 'sqlite', facts: sqliteFacts(bytes, companions.wal) };
  }
  if (bytes.readUInt32BE !== undefined && bytes.length > 4 && bytes.readUInt32BE(0) === 0x504b0304) {
    return { format: 'zip', facts: zipFacts(bytes) };
  }
  if (bytes.includes(0)) return { format: 'binary', facts: undefined };
  const text = bytes.toString('utf8');
  if (text.trim() === '') return { format: 'text', facts: undefined };
  return readJson(text) ?? readJsonLines(text) ?? { format: 'text', facts: undefined };
}

/** Reads both in one format: a file of JSON lines with a single line is JSON too, and an empty one is either. */
export function readAlike(before: Buffer, after: Buffer, was: Content, is: Content): readonly [Content, Content] {
  if (was.format === is.format || (was.format !== 'jsonl' && is.format !== 'jsonl')) return [was, is];
  const [first, second] = [before, after].map((bytes) => readJsonLines(bytes.toString('utf8')));
  return first === undefined || second === undefined ? [was, is] : [first, second];
}

function readJson(text: string): Content | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const facts = new Map<string, string>();
  addFacts(facts, value, '$');
  return { format: 'json', facts };
}

/** Records without an identity are recognised by their whole text, so that a changed one is a removed and an added one. */
function readJsonLines(text: string): Content | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.map(parse);
  if (!records.every(isJsonObject)) return undefined;
  const facts = new Map<string, string>();
  for (const [index, record] of records.entries()) {
    const identity = identityOf(record);
    if (identity === undefined) facts.set(`${lines[index]}`, '');
    else addFacts(facts, record, identity);
  }
  return { format: 'jsonl', facts };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
