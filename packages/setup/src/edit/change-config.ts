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
  /** Keys the hashes, so that they reveal nothing about the content. */
  readonly key: string;
  readonly parse: (json: unknown) => Result<ParsedConfig, readonly Problem[]>;
  /** The watcher that applies the file. */
  readonly watched: () => Promise<Pick<WatchedConfig, 'check' | 'judge'>>;
  /** How long applying a change may take. */
  readonly applyMs?: number;
}

/** A change of a file. */
export interface Change {
  /** The new text, with masks in place of secrets. */
  readonly text: string;
  /** The text with the secrets that the masks stand for. */
  readonly secrets: ReadText;
  /** The server that is changed, if it is a single one. */
  readonly subject?: string;
}

export type ChangeConfig = (
  make: (current: ReadConfig) => Result<Change, EditProblem>,
  isDryRun?: boolean,
) => Promise<Result<ConfigChangeAnswer, EditProblem>>;

/** The watcher is normally faster; only a hanging disk takes longer. */
const APPLY_MS = 5_000;

/**
 * Changes a config, one change after the other. Each is checked like the gateway does, written atomically, and complete
 * when the gateway has applied it.
 */
export function createChanger(options: ChangerOptions): ChangeConfig {
  const { file, key, parse, watched, applyMs = APPLY_MS } = options;

  const check = (change: Change, judge: WatchedConfig['judge']): Result<CheckedChange, EditProblem> => {
    const given = parseJsonText(change.text);
    if (!given.ok) return refuse('invalid', 'The text is not JSON.', toProblems(change.text, given.error));
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

  const waitUntilApplied = async (checkFile: WatchedConfig['check']): Promise<Result<ConfigVerdict, EditProblem>> => {
    const checking = checkFile();
    if (!(await settlesWithin(checking, applyMs, systemClock))) {
      const message = `${file} is written, but was not applied within ${toSeconds(applyMs)}. Check again in a moment.`;
      return refuse('late', message);
    }
    const verdict = await checking;
    if (verdict.problem === undefined) return ok(verdict);
    return refuse('conflict', `${file} is written, but not in use: ${verdict.problem}`);
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
    const taken = await waitUntilApplied(watch.check);
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

/** Only the first problem: the others are mostly consequences of it. */
const toProblems = (text: string, [first]: readonly TextProblem[]): readonly Problem[] =>
  first === undefined ? [] : [{ path: '', message: `${placeIn(text, first.offset)}: ${first.message}` }];

/** Problems of the changed server are reported by the fields of its entry; problems of others block any change. */
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
      // The position in the file is useless in a form.
      message: message.replace(/ \(line \d+, column \d+\)$/, ''),
    }));
    return err({ kind: 'invalid', message: 'This server cannot be used.', problems: fields });
  }
  const others = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
  return refuse(
    'conflict',
    `${file} is not usable at the moment, so the change would not be applied: ${others}`,
    problems,
  );
}
