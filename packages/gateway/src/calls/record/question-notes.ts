import type { ApprovalEndEntry, ApprovalEntry } from '@toolmark/record';

/** Records questions to people and their answers, no answer without its question. */
export interface QuestionNotes {
  readonly asked: (question: ApprovalEntry) => void;
  readonly resolved: (end: ApprovalEndEntry) => void;
  /** The journal was lost: writes open questions again with their answer. */
  readonly forgetWritten: () => void;
}

export function createQuestionNotes(write: (entry: ApprovalEntry | ApprovalEndEntry) => void): QuestionNotes {
  const open = new Map<string, { readonly question: ApprovalEntry; isWritten: boolean }>();
  return {
    asked: (question) => {
      open.set(question.id, { question, isWritten: true });
      write(question);
    },
    resolved: (end) => {
      const known = open.get(end.id);
      if (known === undefined) return;
      open.delete(end.id);
      if (!known.isWritten) write(known.question);
      write(end);
    },
    forgetWritten: () => {
      for (const each of open.values()) each.isWritten = false;
    },
  };
}
