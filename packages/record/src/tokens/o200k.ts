import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';

/**
 * Counts tokens with OpenAI's o200k encoding. The table is read from a file of gpt-tokenizer into typed arrays of 4 MB.
 * The library itself keeps it in JavaScript objects: 55 MB while its thread runs, of which 26 MB stay allocated after
 * the thread has ended.
 *
 * @example
 * const countTokens = loadO200k();
 * countTokens('hello world') // 2
 */
export function loadO200k(): (text: string) => number {
  const rankOf = createRanks(readFileSync(rankFile()));
  const scratch = new Uint8Array(SCRATCH_BYTES);
  return (text) => {
    let tokens = 0;
    for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
      // A UTF-16 unit takes at most three bytes.
      const bytes = piece.length * 3 <= scratch.length ? scratch : new Uint8Array(piece.length * 3);
      const { written } = encoder.encodeInto(piece, bytes);
      tokens += rankOf(bytes, 0, written) === NONE ? countMerged(bytes, written, rankOf) : 1;
    }
    return tokens;
  };
}

/** The rank of the token with the bytes from `start` to `end`; `NONE` if there is no such token. */
type RankOf = (bytes: Uint8Array, start: number, end: number) => number;

const NONE = 2 ** 31;
const SCRATCH_BYTES = 4_096;
const encoder = new TextEncoder();

/** The bundled program has the file beside itself. */
function rankFile(): string {
  const beside = fileURLToPath(new URL('o200k_base.tiktoken', import.meta.url));
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken');
}

/** Merges the pair with the lowest rank until there is none, and returns how many parts are left. */
function countMerged(bytes: Uint8Array, length: number, rankOf: RankOf): number {
  const starts = Array.from({ length: length + 1 }, (_none, at) => at);
  /** The rank of the part at an index together with the next part. */
  const rankAt = (index: number): number => {
    const end = starts[index + 2];
    return end === undefined ? NONE : rankOf(bytes, starts[index] ?? 0, end);
  };
  const ranks = starts.map((_start, index) => rankAt(index));
  for (;;) {
    let lowest = 0;
    for (let index = 1; index < ranks.length; index++)
      if ((ranks[index] ?? NONE) < (ranks[lowest] ?? NONE)) lowest = index;
    if (ranks[lowest] === NONE) return starts.length - 1;
    starts.splice(lowest + 1, 1);
    ranks.splice(lowest + 1, 1);
    ranks[lowest] = rankAt(lowest);
    if (lowest > 0) ranks[lowest - 1] = rankAt(lowest - 1);
  }
}

/** Reads a tiktoken file: each line is a token in base64, a blank and its rank, which is the line's number from 0. */
function createRanks(file: Buffer): RankOf {
  const bytes = new Uint8Array(file.length);
  const ends = new Uint32Array(MAX_TOKENS);
  let length = 0;
  let count = 0;
  for (let at = 0; at < file.length; ) {
    // Decode by hand: a call of a decoder for each token would take most of the loading time.
    let bits = 0;
    let pending = 0;
    for (; file[at] !== BLANK; at++) {
      const six = SIX_BITS.get(file[at] ?? 0);
      // Padding.
      if (six === undefined) continue;
      bits = (bits << 6) | six;
      pending += 6;
      if (pending < 8) continue;
      pending -= 8;
      bytes[length++] = (bits >> pending) & 0xff;
    }
    ends[count++] = length;
    const newline = file.indexOf(NEWLINE, at);
    at = newline === -1 ? file.length : newline + 1;
  }
  return createLookup(bytes.slice(0, length), ends.subarray(0, count));
}

const BLANK = 32;
const NEWLINE = 10;
const MAX_TOKENS = 2 ** 18;
const SIX_BITS: ReadonlyMap<number, number> = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (character, value) => [
    character.charCodeAt(0),
    value,
  ]),
);

/** A hash table with linear probing over the tokens' bytes, which lie one after another; `ends` has where each ends. */
function createLookup(tokens: Uint8Array, ends: Uint32Array): RankOf {
  // A slot holds a rank plus 1; 0 is empty.
  const slots = new Uint32Array(SLOTS);
  for (let rank = 0; rank < ends.length; rank++) {
    let slot = hash(tokens, rank === 0 ? 0 : (ends[rank - 1] ?? 0), ends[rank] ?? 0);
    while (slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    slots[slot] = rank + 1;
  }
  const isToken = (rank: number, bytes: Uint8Array, start: number, end: number): boolean => {
    const from = rank === 0 ? 0 : (ends[rank - 1] ?? 0);
    if ((ends[rank] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (bytes[at] !== tokens[from + at - start]) return false;
    return true;
  };
  return (bytes, start, end) => {
    for (let slot = hash(bytes, start, end); ; slot = (slot + 1) % SLOTS) {
      const rank = (slots[slot] ?? 0) - 1;
      if (rank === -1) return NONE;
      if (isToken(rank, bytes, start, end)) return rank;
    }
  };
}

/** More than twice as many as there are tokens. */
const SLOTS = 2 ** 19;

/** FNV-1a. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ (bytes[at] ?? 0), 0x01000193);
  // The low bits of long tokens are the best mixed ones.
  return (value ^ (value >>> 15)) & (SLOTS - 1);
}
