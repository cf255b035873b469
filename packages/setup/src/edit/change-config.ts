import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { ConfigChangeAnswer } from '@toolmark/api-contract';
import { settlesWithin, systemClock } from '@toolmark/base';
import {
  type ConfigVerdict,
  type ParsedConfig,
  parseJsonText,
  placeIn,
  type TextProblem,
  type WatchedConfig,
} from '@toolmark/config';
import { toSeconds } from '@toolmark/reach';
import { readFileText, writeFileText } from './config-file.ts';
import { type EditProblem, type ReadConfig, readCurrent, refuse } from './current-config.ts';
import { withPlaces } from './locate.ts';
import { type ReadText, unmask } from './unmask.ts';

export interface ChangerOptions {
  readonly file: string;
  /** Keeps hashes from telling anything of what was hashed. */
  readonly key: string;
  readonly parse: (json: unknown) => Result<ParsedConfig, readonly Problem[]>;
  /** What takes up the file. */
  readonly watched: () => Promise<Pick<WatchedConfig, 'check' | 'judge'>>;
  /** How long a change gets to be taken up. */
  readonly takeUpMs?: number;
}

/** What is to become of a file. */
export interface Change {
  /** With masks where its secrets stay. */
  readonly text: string;
  /** What the masks stand for. */
  readonly secrets: ReadText;
  /** The server that it is about, where it is about one. */
  readonly subject?: string;
}

export type ChangeConfig = (
  make: (current: ReadConfig) => Result<Change, EditProblem>,
  isDryRun?: boolean,
) => Promise<Result<ConfigChangeAnswer, EditProblem>>;

/** A watch has no reason to take longer; a disk that hangs has. */
const TAKE_UP_MS = 5_000;

/**
 * Makes changes to a config, one after the other. Each is checked as the gateway will check it, written as a whole, and only
 * done when the gateway has taken it up.
 */
export function createChanger(options: ChangerOptions): ChangeConfig {
  const { file, key, parse, watched, takeUpMs = TAKE_UP_MS } = options;

  const check = (change: Change, judge: WatchedConfig['judge']): Result<CheckedChange, EditProblem> => {
    const given = parseJsonText(change.text);
    if (!given.ok) return refuse('invalid', 'The text is no JSON.', toProblems(change.text, given.error));
    const place = (problems: readonly Problem[]) => withPlaces(problems, change.text, given.value.tree);
    const text = unmask({ text: change.text, tree: given.value.tree }, change.secrets);
    if (!text.ok) return refuseProblems(place(text.error), change.subject, file);
    const read = parseJsonText(text.value);
    const parsed = parse(read.ok ? read.value.value : undefined);
    if (!parsed.ok) return refuseProblems(place(parsed.error), change.subject, file);
    const verdict = judge(parsed.value.config);
    if (verdict.problem !== undefined) return refuse('conflict', `${file}: ${verdict.problem}`);
    return ok({ text: text.value, warnings: place(parsed.value.warnings), verdict });
  };

  const takeUp = async (checkFile: WatchedConfig['check']): Promise<Result<ConfigVerdict, EditProblem>> => {
    const checking = checkFile();
    if (!(await settlesWithin(checking, takeUpMs, systemClock))) {
      const message = `${file} is written, and was not taken up within ${toSeconds(takeUpMs)}. Look again in a moment.`;
      return refuse('late', message);
    }
    const verdict = await checking;
    if (verdict.problem === undefined) return ok(verdict);
    return refuse('conflict', `${file} is written, and is not in use: ${verdict.problem}`);
  };

  const change = async (
    make: (current: ReadConfig) => Result<Change, EditProblem>,
    isDryRun: boolean,
  ): Promise<Result<ConfigChangeAnswer, EditProblem>> => {
    const current = await readCurrent(file, key);
    if (!current.ok) return current;
    const made = make(current.value);
    if (!made.ok) return made;
    const watch = await watched();
    const checked = check(made.value, watch.judge);
    if (!checked.ok) return checked;
    const { text, warnings, verdict } = checked.value;
    const answer = { hash: current.value.hash, warnings, needs_restart: verdict.needsRestart };
    if (isDryRun) return ok(answer);
    if (text !== current.value.text) {
      const written = await writeFileText(file, text, current.value, { key });
      if (written.kind !== 'written') {
        return refuse(written.kind === 'changed' ? 'conflict' : 'unwritable', written.message);
      }
    }
    const taken = await takeUp(watch.check);
    if (!taken.ok) return taken;
    const now = await readFileText(file, key);
    return ok({ ...answer, hash: now.ok ? now.value.hash : '', needs_restart: taken.value.needsRestart });
  };

  let last: Promise<unknown> = Promise.resolve();
  return (make, isDryRun = false) => {
    const next = last.then(() => change(make, isDryRun));
    last = next.catch(() => {});
    return next;
  };
}

interface CheckedChange {
  readonly text: string;
  readonly warnings: readonly Problem[];
  readonly verdict: ConfigVerdict;
}

/** Only the first: what follows it is mostly its echo. */
const toProblems = (text: string, [first]: readonly TextProblem[]): readonly Problem[] =>
  first === undefined ? [] : [{ path: '', message: `${placeIn(text, first.offset)}: ${first.message}` }];

/** Problems of the server that is changed are told by the fields of its entry; those of others stand in the way of any change. */
function refuseProblems(
  problems: readonly Problem[],
  subject: string | undefined,
  file: string,
): Result<never, EditProblem> {
  if (subject === undefined) return err({ kind: 'invalid', message: 'This config cannot be used.', problems });
  const place = `mcpServers.${subject}`;
  const own = problems.filter(({ path }) => path === place || path.startsWith(`${place}.`));
  if (own.length > 0) {
    const fields = own.map(({ path, message }) => ({
      path: `entry${path.slice(place.length)}`,
      // Where it would stand in the file says nothing to whoever fills in a form.
      message: message.replace(/ \(line \d+, column \d+\)$/, ''),
    }));
    return err({ kind: 'invalid', message: 'This server cannot be used.', problems: fields });
  }
  const others = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
  return refuse(
    'conflict',
    `${file} cannot be used as it is, so that no change would be taken up: ${others}`,
    problems,
  );
}
