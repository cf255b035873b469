import type { Body, Readable } from '../entry.ts';
import type { Digest } from '../store/store.ts';
import { countText } from './count-text.ts';
import { loadO200k } from './o200k.ts';
import { readableOf } from './readable.ts';
import { wordsOf } from './words.ts';

/** Counts tokens with o200k: an estimate for models with other tokenizers. */
export interface TokenCounter {
  readonly count: (text: string) => number;
  /** The tokens of arguments and result, and the search words. */
  readonly countCall: (bodies: {
    readonly arguments: Body | null;
    readonly result: Body | null;
  }) => Omit<Digest, 'seq'>;
  /** A tool list's JSON. */
  readonly countPage: (json: Uint8Array) => number;
}

/** Caches counts of short, repeated texts, such as empty arguments. */
const MOST_KEPT = 2_000;
const LONGEST_KEPT = 500;
/** The average of English and JSON, for bodies that were not kept. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Loads the table of tokens, which takes a tenth of a second.
 *
 * @example
 * const counter = createTokenCounter();
 * counter.count('hello world') // 2
 */
export function createTokenCounter(): TokenCounter {
  const countTokens = loadO200k();
  const kept = new Map<string, number>();
  const count = (text: string): number => {
    if (text === '') return 0;
    if (text.length > LONGEST_KEPT) return countText(text, countTokens);
    const known = kept.get(text);
    if (known !== undefined) return known;
    const tokens = countText(text, countTokens);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, tokens);
    return tokens;
  };
  const countReadable = ({ sample, length }: Readable): number =>
    Math.round(sample === '' ? length / CHARACTERS_PER_TOKEN : (count(sample) / sample.length) * length);
  /** Arguments are counted as JSON; the rest of a cut body is estimated from its beginning. */
  const countJson = ({ text, bytes, isCut }: Body): number => {
    if (!isCut) return count(text);
    return Math.round(text === '' ? bytes / CHARACTERS_PER_TOKEN : (count(text) / Buffer.byteLength(text)) * bytes);
  };
  return {
    count,
    countCall: ({ arguments: args, result }) => {
      const readable = readableIn(result);
      return {
        inputTokens: args === null ? 0 : countJson(args),
        outputTokens: countReadable(readable),
        words: wordsOf(args?.text ?? '', readable.sample),
      };
    },
    countPage: (json) => count(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')),
  };
}

/** The text a model reads: stored separately if the body was cut, otherwise derived from its JSON. */
function readableIn(body: Body | null): Readable {
  if (body === null) return { sample: '', length: 0 };
  if (body.readable !== undefined) return body.readable;
  const sample = readableOf(parse(body.text));
  return { sample, length: sample.length };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Cut without a stored readable text.
    return text;
  }
}
