import type { Digest } from '../../store/store.ts';
import type { Body, Readable } from '../entry.ts';
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
 * Loads the tokenizer, which takes a quarter of a second and some 80 MB.
 *
 * @example
 * const counter = await createTokenCounter();
 * counter.count('hello world') // 2
 */
export async function createTokenCounter(): Promise<TokenCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const kept = new Map<string, number>();
  // What looks like a control token is text here: somebody sent it.
  const exact = (text: string): number => countTokens(text, { disallowedSpecial: new Set<string>() });
  const count = (text: string): number => {
    if (text === '') return 0;
    if (text.length > LONGEST_KEPT) return countText(text, exact);
    const known = kept.get(text);
    if (known !== undefined) return known;
    const counted = countText(text, exact);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, counted);
    return counted;
  };
  const countReadable = ({ sample, length }: Readable): number =>
    sample === '' ? 0 : Math.round((count(sample) / sample.length) * length);
  return {
    count,
    countCall: ({ arguments: args, result }) => {
      const readable = readableIn(result);
      return {
        inputTokens:
          args === null ? 0 : countReadable(args.readable ?? { sample: args.text, length: args.text.length }),
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
