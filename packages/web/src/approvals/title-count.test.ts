import { expect, it } from 'vitest';
import { withCount } from './title-count.ts';

it.each([
  ['Tools · Toolmark', 0, 'Tools · Toolmark'],
  ['Tools · Toolmark', 2, '(2) Tools · Toolmark'],
  ['(1) Tools · Toolmark', 2, '(2) Tools · Toolmark'],
  ['(12) Tools · Toolmark', 0, 'Tools · Toolmark'],
  ['(beta) Tools', 1, '(1) (beta) Tools'],
])('%j with %i waiting is %j', (title, count, shown) => expect(withCount(title, count)).toBe(shown));
