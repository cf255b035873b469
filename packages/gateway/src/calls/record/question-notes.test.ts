import type { ApprovalEndEntry, ApprovalEntry } from '@toolmark/record';
import { describe, expect, it } from 'vitest';
import { createQuestionNotes } from './question-notes.ts';

// Of the rest nothing is looked at here.
const question = (id: string): ApprovalEntry => ({ kind: 'approval', id }) as ApprovalEntry;
const end = (id: string): ApprovalEndEntry => ({ kind: 'approval-end', id, status: 'expired', at: 1, answer: null });

function setUp() {
  const written: string[] = [];
  const notes = createQuestionNotes(({ kind, id }) => void written.push(`${kind} ${id}`));
  return { written, notes };
}

describe('what people are asked', () => {
  it('is written at once, and its end after it, once', () => {
    const { written, notes } = setUp();
    notes.asked(question('a'));
    notes.asked(question('b'));
    notes.resolved(end('a'));
    notes.resolved(end('a'));
    expect(written).toEqual(['approval a', 'approval b', 'approval-end a']);
  });

  it('is written again before its end where the journal has lost it', () => {
    const { written, notes } = setUp();
    notes.asked(question('a'));
    notes.resolved(end('a'));
    notes.asked(question('b'));
    notes.forgetWritten();
    notes.asked(question('c'));
    notes.resolved(end('c'));
    notes.resolved(end('b'));
    expect(written.slice(3)).toEqual(['approval c', 'approval-end c', 'approval b', 'approval-end b']);
  });

  it('has no end where nobody asked', () => {
    const { written, notes } = setUp();
    notes.resolved(end('a'));
    expect(written).toEqual([]);
  });
});
