import { CAPTURE_ADDRESS } from '../isolation/capture-address.ts';
import type { Exercise, Step } from '../judge/observation.ts';
import { type Change, interpret } from '../meaning/interpret.ts';
import { compareFileStates, type FileState, readEntry } from '../observe/file-state.ts';
import type { Answer } from './answer.ts';
import type { Session } from './session.ts';

/** How long to wait for effects after a call. */
export interface Patience {
  readonly quietMs: number;
  readonly longestMs: number;
}

/** After a call among others: 80 ms miss what is written later, which the confirmation sees. */
export const QUICK: Patience = { quietMs: 100, longestMs: 1_500 };
/** In a sandbox of its own: a write came 411 ms after the answer. */
export const THOROUGH: Patience = { quietMs: 1_200, longestMs: 5_000 };

export interface ExerciseOptions {
  readonly session: Session;
  readonly step: Step;
  readonly before: readonly Step[];
  readonly patience: Patience;
  /** Whether to make the call a second time. */
  readonly isRepeated: boolean;
  /** Reading tools and resources that show state that is not in files; none in a confirmation. */
  readonly probes: readonly Probe[];
  readonly isIgnored: (path: string) => boolean;
  /** Reads the files after the server has ended too: what it writes at exit belongs to the call. */
  readonly isLast?: boolean;
}

/** Something that answers the same as long as nothing changes. */
export interface Probe {
  readonly name: string;
  readonly ask: (session: Session) => Promise<Answer>;
}

export interface Exercised {
  readonly exercise: Exercise;
  readonly answer: Answer;
}

/** Calls a tool, waits until everything is quiet, and says what changed; then once more. */
export async function exerciseTool(options: ExerciseOptions): Promise<Exercised> {
  const { session, step, before, patience, isRepeated, probes, isIgnored, isLast = false } = options;
  const changesFrom = (from: FileState, to: FileState) => changesBetween(from, to, isIgnored);
  const asked = await askAll(session, probes);
  const start = session.files();
  const window = session.watch();
  const answer = await session.call(step);
  await session.settle(patience.quietMs, patience.longestMs);
  const first = session.files();
  const afterFirst = await askAll(session, probes);
  const contacts = window.contacts();
  const trace = window.trace();
  const notices = window.notices();
  // What the probes themselves wrote is not blamed on the repetition.
  const beforeSecond = probes.length > 0 ? session.files() : first;
  let repeated: readonly Change[] | undefined;
  let changedAgain: readonly string[] = [];
  let second = first;
  if (isRepeated) {
    await session.call(step);
    await session.settle(patience.quietMs, patience.longestMs);
    second = session.files();
    repeated = changesFrom(beforeSecond, second);
    changedAgain = differing(afterFirst, await askAll(session, probes));
  }
  const atExit = isLast ? changesFrom(second, await session.finish()) : [];
  return {
    answer,
    exercise: {
      step,
      before,
      outcome: answer.outcome,
      isBlocked: answer.isBlocked,
      changes: [...changesFrom(start, first), ...atExit],
      repeated,
      contacts: [...contacts, ...trace.connections.filter((to) => !isNamed(to, contacts))],
      attempts: trace.deniedWrites.filter((path) => !isIgnored(path)),
      notices: notices
        .filter((method) => method.startsWith('notifications/resources'))
        .map((method) => `sent ${method}`),
      answers: { asked: probes.length, changed: differing(asked, afterFirst), changedAgain },
    },
  };
}

/** The meaning of all differences between two moments of one sandbox. */
export function changesBetween(
  before: FileState,
  after: FileState,
  isIgnored: (path: string) => boolean,
): readonly Change[] {
  const entryIn = (state: FileState) => (path: string) => (state.has(path) ? state.get(path) : readEntry(path));
  const moments = { before: entryIn(before), after: entryIn(after) };
  const differences = compareFileStates(before, after);
  const made = new Map(
    differences.flatMap(({ path, before: was, after: is }) =>
      was === undefined && is?.kind === 'file' ? [[is.digest, path]] : [],
    ),
  );
  const changes = differences.map((difference): Change => {
    const change = interpret(difference, moments, isIgnored);
    const movedTo = difference.after === undefined ? made.get(difference.before?.digest ?? '') : undefined;
    // A file that is elsewhere with the same content was not destroyed.
    return movedTo === undefined ? change : { ...change, effect: 'unclear', detail: `moved to ${movedTo}` };
  });
  // A new directory is implied by what was made in it.
  return changes.filter(
    (change) =>
      !(
        change.kind === 'created' &&
        change.format === 'directory' &&
        changes.some(({ path }) => path.startsWith(`${change.path}/`))
      ),
  );
}

/** The capture's own address, or one that it named. */
function isNamed(connection: string, contacts: readonly string[]): boolean {
  return contacts.some((name) => name.includes(connection) || connection.startsWith(`${CAPTURE_ADDRESS}:`));
}

async function askAll(session: Session, probes: readonly Probe[]): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const probe of probes) {
    const answer = await probe.ask(session);
    if (answer.outcome === 'answered') answers.set(probe.name, answer.masked);
  }
  return answers;
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...before.keys()].filter((name) => after.has(name) && after.get(name) !== before.get(name));
}
