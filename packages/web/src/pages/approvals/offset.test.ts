import { expect, it } from 'vitest';
import { offsetOf } from './offset.ts';

it.each([
  ['0', 0],
  ['40', 40],
  ['', 0],
  ['-1', 0],
  ['1.5', 0],
  ['1e3', 0],
  ['99999999', 0],
])('parses %j as %i', (text, offset) => expect(offsetOf(text)).toBe(offset));
