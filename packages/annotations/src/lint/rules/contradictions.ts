import type { Contradiction } from '../../resolve/contradictions.ts';
import { everywhere, type LintRule, type Subject, when } from '../rule.ts';

/** Hints that the definition's words contradict. */
export const contradictionRules: readonly LintRule[] = [
  {
    code: 'TM401',
    slug: 'name-contradicts-hint',
    summary: 'the name says that the tool deletes, and a hint denies it',
    why: 'One of the two is wrong, and clients act on the hint. Toolmark takes the stricter reading and holds the tool.',
    fix: 'Correct the hint, or rename the tool so that its name says what it does.',
    severity: everywhere('error'),
    check: (subject) => against(subject, ['name', 'title'], (action) => action === 'delete'),
  },
  {
    code: 'TM402',
    slug: 'description-contradicts-hint',
    summary: 'the description says that the tool deletes, and a hint denies it',
    why: 'The model reads the description, the client reads the hint; they must not be told different things.',
    fix: 'Correct the hint, or say in the first sentence what the tool really does.',
    severity: everywhere('error'),
    check: (subject) => against(subject, ['description'], (action) => action === 'delete'),
  },
  {
    code: 'TM403',
    slug: 'parameter-contradicts-hint',
    summary: 'a parameter allows what a hint denies',
    why: 'Hints describe the worst a call can do, whatever its arguments.',
    fix: 'Declare the worst case, or split the tool so that reading and destroying have hints of their own.',
    severity: { spec: 'warning', anthropic: 'warning', openai: 'error' },
    check: (subject) => against(subject, ['parameter']),
  },
  {
    code: 'TM404',
    slug: 'appending-idempotent',
    summary: 'a tool that appends or sends is declared idempotent',
    why: 'A gateway may send an idempotent call again after a lost answer: the text is then there twice, the message goes out twice.',
    fix: 'Declare idempotentHint: false, unless the tool really recognises a repeat.',
    severity: everywhere('warning'),
    check: ({ declared, inference }) => {
      const repeats = inference.action === 'append' || inference.stated?.word === 'send';
      return when(
        repeats && declared.hints.idempotentHint === true && declared.hints.readOnlyHint !== true,
        `says '${inference.stated?.word}' and declares idempotentHint=true`,
      );
    },
  },
  {
    code: 'TM405',
    slug: 'creating-idempotent',
    summary: 'a tool that creates is declared idempotent',
    why: 'Creating the same thing twice usually makes two. It is right only where the second call finds the first one.',
    fix: 'Check that a repeat creates nothing more; otherwise declare idempotentHint: false.',
    severity: everywhere('note'),
    check: ({ declared, inference }) =>
      when(
        inference.action === 'create' && declared.hints.idempotentHint === true && declared.hints.readOnlyHint !== true,
        `says '${inference.stated?.word}' and declares idempotentHint=true`,
      ),
  },
  {
    code: 'TM406',
    slug: 'reader-not-read-only',
    summary: 'a tool that reads is declared as writing',
    why: 'Clients ask a person before every such call, and people learn to click through.',
    fix: 'Declare readOnlyHint: true if the tool changes nothing.',
    severity: everywhere('note'),
    check: ({ declared, inference }) =>
      when(
        inference.class === 'read' && declared.hints.readOnlyHint === false,
        `says '${inference.stated?.word}' and declares readOnlyHint=false`,
      ),
  },
  {
    code: 'TM407',
    slug: 'words-doubt-read-only',
    summary: 'a tool that speaks of creating, changing or sending is declared read-only',
    why: 'Mostly the hint is wrong. Sometimes the tool only makes something up and hands it over (a chart, an id), and nothing is changed.',
    fix: 'Declare readOnlyHint: false if anything is changed; otherwise say what it does: "generate", "format", "compute".',
    severity: everywhere('warning'),
    check: (subject) => against(subject, ['name', 'title', 'description'], (action) => action !== 'delete'),
  },
  {
    code: 'TM408',
    slug: 'program-claims-read-only',
    summary: 'a tool that runs commands or code is declared read-only',
    why: 'What it does is decided by what it is given, and a command can do anything. Toolmark takes the stricter reading and holds the tool.',
    fix: 'Declare readOnlyHint: false and destructiveHint: true. If the program runs where it can change nothing, a person says so with an override.',
    severity: everywhere('error'),
    check: (subject) => against(subject, ['program']),
  },
  {
    code: 'TM409',
    slug: 'query-claims-read-only',
    summary: 'a tool that runs SQL or another language that can write is declared read-only',
    why: 'Many servers see to it that only reading statements pass, others check the first word of a statement. The definition does not tell which, so a gateway of Toolmark asks before each call until a person or a proof says that the tool only reads.',
    fix: 'Open the connection as a user who may only read. Then prove it (toolmark verify) or set readOnlyHint with an override.',
    severity: everywhere('note'),
    check: ({ resolution, inference }) =>
      inference.runs?.kind === 'query'
        ? resolution.doubts.filter(({ hint }) => hint === 'readOnlyHint').map(({ message }) => message)
        : [],
  },
];

function against(
  { resolution }: Subject,
  places: readonly Contradiction['against'][],
  concerns: (action: Contradiction['action']) => boolean = () => true,
): readonly string[] {
  return resolution.contradictions
    .filter((found) => places.includes(found.against) && concerns(found.action))
    .map(({ message }) => message);
}
