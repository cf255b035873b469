import { parentPort, workerData } from 'node:worker_threads';
import ts from 'typescript';
import { err } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import { late } from '../workspace/within.ts';
import { findAssignments } from './assignments.ts';
import { findDefinition } from './definition.ts';
import { findDiagnostics } from './diagnostics.ts';
import type { Answers, Order, Question, Report } from './messages.ts';
import { Cancelled, createSources, type Sources } from './sources.ts';
import { findUsages } from './usages.ts';

/** The TypeScript thread: the compiler takes seconds, which must not block a debugging session. */
const port = parentPort;
if (port === null) throw new Error('This file is run as a worker.');
// Passed by the code that starts this thread.
const sources = createSources(workerData as Wanted);

port.on('message', ({ id, question, cancelled }: Order) => {
  const answer = tryToAnswer(question, cancelled);
  const report: Report = { id, answer, projects: sources.projects().map(({ facts }) => facts()) };
  port.postMessage(report);
});

function tryToAnswer(question: Question, cancelled: Int32Array): Report['answer'] {
  try {
    const fresh = sources.refresh(() => Atomics.load(cancelled, 0) !== 0);
    return fresh.ok ? answerTo(question, sources) : fresh;
  } catch (error) {
    if (error instanceof Cancelled || error instanceof ts.OperationCanceledException) return err(late('The question'));
    const reason = error instanceof Error ? error.message : String(error);
    return err({ code: 'ANALYSIS_FAILED', message: `TypeScript failed over this question: ${reason}` });
  }
}

function answerTo(question: Question, from: Sources): Found<Answers[keyof Answers]> {
  switch (question.kind) {
    case 'load':
      return { ok: true, value: undefined };
    case 'definition':
      return findDefinition(from, question.at);
    case 'usages':
      return findUsages(from, question.of);
    case 'assignments':
      return findAssignments(from, question.of);
    case 'diagnostics':
      return findDiagnostics(from, question.project);
  }
}
