import type { Contradiction } from '../../resolve/contradictions.ts';
import { type LintRule, problemIf, type Subject, sameInAllProfiles } from '../rule.ts';

/** Hints that the definition's words contradict. */
export const contradictionRules: readonly LintRule[] = [
  {
    code: 'TM401',
    slug: 'name-contradicts-hint',
    summary: 'the name says that the tool deletes, but a hint denies it',
    why: 'One of the two is wrong, and clients act on the hint. Toolmark uses the stricter value and holds the tool.',
    fix: 'Correct the hint, or rename the tool so that its name says what it does.',
    severity: sameInAllProfiles('error'),
    check: (subject) => against(subject, ['name', 'title'], (action) => action === 'delete'),
  },
  {
    code: 'TM402',
    slug: 'description-contradicts-hint',
    summary: 'the description says that the tool deletes, but a hint denies it',
    why: 'The model reads the description and the client reads the hint, so the two must agree.',
    fix: 'Correct the hint, or say in the first sentence what the tool really does.',
    severity: sameInAllProfiles('error'),
    check: (subject) => against(subject, ['description'], (action) => action === 'delete'),
  },
  {
    code: 'TM403',
    slug: 'parameter-contradicts-hint',
    summary: 'a parameter allows what a hint denies',
    why: 'Hints describe the worst possible effect of a call, for any arguments.',
    fix: 'Declare the worst case, or split the tool so that reading and destroying have separate hints.',
    severity: { spec: 'warning', anthropic: 'warning', openai: 'error' },
    check: (subject) => against(subject, ['parameter']),
  },
  {
    code: 'TM404',
    slug: 'appending-idempotent',
    summary: 'a tool that appends or sends is declared idempotent',
    why: 'A gateway may retry an idempotent call after a lost answer, which would append the text or send the message twice.',
    fix: 'Declare idempotentHint: false, unless the tool detects repeated calls.',
    severity: sameInAllProfiles('warning'),
    check: ({ declared, inference }) => {
      const repeats = inference.action === 'append' || inference.stated?.word === 'send';
      return problemIf(
        repeats && declared.hints.idempotentHint === true && declared.hints.readOnlyHint !== true,
        `says '${inference.stated?.word}' and declares idempotentHint=true`,
      );
    },
  },
  {
    code: 'TM405',
    slug: 'creating-idempotent',
    summary: 'a tool that creates is declared idempotent',
    why: 'A repeated call usually creates a second object. The hint is right only if the repeat finds the first one.',
    fix: 'Check that a repeat creates nothing; otherwise declare idempotentHint: false.',
    severity: sameInAllProfiles('note'),
    check: ({ declared, inference }) =>
      problemIf(
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
    severity: sameInAllProfiles('note'),
    check: ({ declared, inference }) =>
      problemIf(
        inference.class === 'read' && declared.hints.readOnlyHint === false,
        `says '${inference.stated?.word}' and declares readOnlyHint=false`,
      ),
  },
  {
    code: 'TM407',
    slug: 'words-doubt-read-only',
    summary: 'a tool whose texts mention creating, changing or sending is declared read-only',
    why: 'Usually the hint is wrong. Sometimes the tool only generates a result (a chart, an id) and changes nothing.',
    fix: 'Declare readOnlyHint: false if anything is changed; otherwise say what it does: "generate", "format", "compute".',
    severity: sameInAllProfiles('warning'),
    check: (subject) => against(subject, ['name', 'title', 'description'], (action) => action !== 'delete'),
  },
  {
    code: 'TM408',
    slug: 'program-claims-read-only',
    summary: 'a tool that runs commands or code is declared read-only',
    why: 'The effect depends on the arguments, and a command can do anything. Toolmark uses the stricter value and holds the tool.',
    fix: 'Declare readOnlyHint: false and destructiveHint: true. If the program runs in a sandbox where it cannot change anything, a person can set an override.',
    severity: sameInAllProfiles('error'),
    check: (subject) => against(subject, ['program']),
  },
  {
    code: 'TM409',
    slug: 'query-claims-read-only',
    summary: 'a tool that runs SQL or another language that can write is declared read-only',
    why: 'Many servers allow only reading statements, others check only the first word of a statement. The definition does not say which, so the Toolmark gateway asks before each call until an override or a proof confirms that the tool only reads.',
    fix: 'Connect as a database user with read-only permission. Then prove it (toolmark verify) or set readOnlyHint with an override.',
    severity: sameInAllProfiles('note'),
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
