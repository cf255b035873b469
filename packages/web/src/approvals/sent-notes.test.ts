import type { TextMark } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { sentNotes } from './sent-notes.ts';

const secret: TextMark = { start: 0, end: 1, kind: 'secret' };
const lookalike: TextMark = { start: 0, end: 1, kind: 'lookalike' };

it.each<[string, readonly TextMark[], number, readonly string[]]>([
  ['nothing special', [], 10, []],
  ['a secret', [secret], 10, ['1 secret is marked. It will be sent; the record leaves it out.']],
  ['secrets', [secret, secret], 10, ['2 secrets are marked. They will be sent; the record leaves them out.']],
  ['lookalikes', [lookalike], 10, ['1 word mixes letters of several alphabets: check carefully.']],
  ['a long text', [], 4, ['Only the first 4 characters were searched for secrets.']],
])('%s', (_, marks, searched, notes) => expect(sentNotes({ text: '0123456789', marks, searched })).toEqual(notes));
