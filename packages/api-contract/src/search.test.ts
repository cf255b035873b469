import { expect, it } from 'vitest';
import { type SearchAnswer, searchAnswerSchema } from './search.ts';

const answer: SearchAnswer = {
  tools: [
    {
      id: 'notes__delete_note',
      title: 'Delete Note',
      class: 'destructive',
      call: 'call_tool_destructive',
      signature: '(id: string, …)',
      shortened: true,
      description: 'Deletes a note.',
      status: 'held',
    },
    {
      id: 'notes__list_notes',
      title: 'List Notes',
      class: 'read',
      call: 'call_tool_read',
      signature: '()',
      description: '',
    },
  ],
  total: 7,
  left_out: [{ filter: 'read_only', count: 2, undeclared: 1, best: ['notes__add_note'] }],
  notes: ['notes__delete_note is held.'],
};

it('accepts an answer', () => expect(searchAnswerSchema.parse(answer)).toEqual(answer));

it.each([
  { ...answer, total: -1 },
  { ...answer, left_out: [{ filter: 'colour', count: 1, undeclared: 0, best: [] }] },
  { ...answer, tools: [{ ...answer.tools[0], call: 'call_tool' }] },
  { ...answer, tools: [{ ...answer.tools[0], status: 'gone' }] },
])('rejects anything else', (other) => expect(searchAnswerSchema.safeParse(other).success).toBe(false));
