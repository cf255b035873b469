import { beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../entry.ts';
import { createTokenCounter, type TokenCounter } from './token-counter.ts';

let counter: TokenCounter;
beforeAll(async () => {
  counter = createTokenCounter();
});

const cut = (text: string, bytes: number, more: Partial<Body> = {}): Body => ({
  text,
  bytes,
  isCut: true,
  redactions: 0,
  ...more,
});

describe('the tokens of bodies that were not kept completely', () => {
  it.each<readonly [string, Body | null, Body | null, number, number]>([
    ['arguments, by their length', cut('hello world', 1_100), null, 200, 0],
    ['arguments that were not kept', cut('', 1_000), null, 250, 0],
    ['a result that was not kept', null, cut('', 5_000, { readable: { sample: '', length: 800 } }), 0, 200],
    ['an image that was not kept', null, cut('', 5_000, { readable: { sample: '', length: 0 } }), 0, 0],
  ])('%s', (_case, args, result, inputTokens, outputTokens) => {
    expect(counter.countCall({ arguments: args, result })).toMatchObject({ inputTokens, outputTokens });
  });
});
