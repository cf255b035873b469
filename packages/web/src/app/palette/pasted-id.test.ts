import { expect, it } from 'vitest';
import { pastedId } from './pasted-id.ts';

it.each([
  ['01a1e379-a471-7000-8f22-ceaa3febd23c', '01a1e379-a471-7000-8f22-ceaa3febd23c'],
  [' \n01A1E379-A471-7000-8F22-CEAA3FEBD23C\t', '01a1e379-a471-7000-8f22-ceaa3febd23c'],
  ['01a1e379', undefined],
  ['delete note', undefined],
  ['01a1e379-a471-7000-8f22-ceaa3febd23c/../x', undefined],
  ['', undefined],
])('reads %j as the id %j', (text, id) => expect(pastedId(text)).toBe(id));
