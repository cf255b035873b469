import type { Body, Readable } from '../entry.ts';
import type { Digest } from '../store/store.ts';
import { countText } from './count-text.ts';
import { readableOf } from './readable.ts';
import { wordsOf } from './words.ts';

/** Counts tokens with o200k. An estimate for models of other vendors, which have tokenizers of their own. */
export interface TokenCounter {
  readonly count: (text: string) => number;
  /** What went in, what came out, and the words to find it by. */
  readonly countCall: (bodies: {
    readonly arguments: Body | null;
    readonly result: Body | null;
  }) => Omit<Digest, 'seq'>;
  /** A list of tools as it was sent. */
  readonly countPage: (json: Uint8Array) => number;
}

/** Texts that come again and again, such as no arguments at all, and how long they may be to be kept. */
const MOST_KEPT = 2_000;
const LONGEST_KEPT = 500;
/**
 * The tokenizer remembers the rare words that it has seen, and with each, because it is a piece of it, the text it was in. After so
 * many characters of texts it is made to forget them: without, a few thousand long results were some hundred megabytes.
 */
const MOST_REMEMBERED = 4 * 1024 * 1024;
/** Where nothing was kept that could be counted: what English and JSON come to. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Loads the tokenizer, which takes a quarter of a second and some 80 MB.
 *
 * @example
 * const counter = await createTokenCounter();
 * counter.count('hello world') // 2
 */
export async function createTokenCounter(): Promise<TokenCounter> {
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  let remembered = 0;
  const kept = new Map<string, number>();
  // What looks like a control token is text here: somebody sent it.
  const exact = (text: string): number => countTokens(text, { disallowedSpecial: new Set<string>() });
  const counted = (text: string): number => {
    remembered += text.length;
    if (remembered > MOST_REMEMBERED) {
      clearMergeCache();
      remembered = text.length;
    }
    return countText(text, exact);
  };
  const count = (text: string): number => {
    if (text === '') return 0;
    if (text.length > LONGEST_KEPT) return counted(text);
    const known = kept.get(text);
    if (known !== undefined) return known;
    const tokens = counted(text);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, tokens);
    return tokens;
  };
  const countReadable = ({ sample, length }: Readable): number =>
    Math.round(sample === '' ? length / CHARACTERS_PER_TOKEN : (count(sample) / sample.length) * length);
  /** Arguments are read as their JSON; of what was cut, the rest is taken to be like the beginning. */
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

/** What a model reads of a body: told by it where it was cut, else read from its JSON. */
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
    // Cut, and whoever cut it did not say what a model reads of it.
    return text;
  }
}
