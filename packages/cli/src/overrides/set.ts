import { err, ok, type Result } from '@toolmark/annotations';
import { type HintKey, type OverrideAnswer, type OverrideRequest, overrideAnswerSchema } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import { confirmAction } from '../confirm-action.ts';
import type { Answer, Refusal } from '../gateway-client.ts';
import { type AskOptions, ask, type CommandFailure } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { shellWord } from '../text/shell-word.ts';
import { toolPath } from '../tool-name.ts';
import { relaxationsOf } from './relaxation.ts';
import { showSet, targetLabel, type WantedHints } from './set-text.ts';
import { findOverride, findTarget, type Target } from './target.ts';

/** The value of a hint option. */
type HintWord = 'true' | 'false' | 'inherit';

export interface ResetOptions extends AskOptions {
  readonly reason?: string;
  readonly yes?: boolean;
}

export interface OverrideOptions extends ResetOptions {
  readonly readOnly?: HintWord;
  readonly destructive?: HintWord;
  readonly idempotent?: HintWord;
  readonly openWorld?: HintWord;
}

/** `toolmark tools override`: sets hints of a tool or pattern, and keeps those that were set before. */
export function setOverride(name: string, options: OverrideOptions, io: Io): Promise<ExitCode> {
  const given = toWanted(options);
  if (Object.keys(given).length === 0) {
    io.stderr.write(
      `Nothing to set: give --read-only, --destructive, --idempotent or --open-world, each true, false or inherit.\nTo remove an override:\n  toolmark tools reset ${shellWord(safeText(name))}\n`,
    );
    return Promise.resolve(EXIT.couldNotRun);
  }
  return ask(options, io, async (gateway) => {
    const target = await findTarget(name, gateway);
    if (!target.ok) return target;
    const before = await findOverride(target.value, gateway);
    if (!before.ok) return before;
    const reason = options.reason ?? before.value?.reason ?? null;
    const body: OverrideRequest = {
      // Keep earlier hints that this command does not mention.
      hints: { ...before.value?.hints, ...given },
      ...(reason === null ? {} : { reason }),
    };
    const put: Change = (query) => gateway.request('PUT', pathOf(target.value, query), overrideAnswerSchema, { body });
    const answer = await confirmAndChange(target.value, put, 'set', options, io);
    return answer.ok ? showSet(target.value, given, answer.value) : answer;
  });
}

/** `toolmark tools reset`: removes an override. */
export function resetOverride(name: string, options: ResetOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const target = await findTarget(name, gateway, true);
    if (!target.ok) return target;
    const before = await findOverride(target.value, gateway);
    if (!before.ok) return before;
    if (before.value === undefined) {
      const message = `No hints of ${targetLabel(target.value)} are overridden. To list overrides: toolmark tools overrides`;
      return err({ status: undefined, code: EXIT.findings, message });
    }
    const why = options.reason === undefined ? {} : { reason: options.reason };
    const remove: Change = (query) =>
      gateway.request('DELETE', pathOf(target.value, { ...query, ...why }), overrideAnswerSchema);
    const answer = await confirmAndChange(target.value, remove, 'removed', options, io);
    return answer.ok ? showSet(target.value, before.value.hints, answer.value) : answer;
  });
}

type Query = Readonly<Record<string, string>>;

/** Changes an override, or with `dry_run` returns the effects. */
type Change = (query: Query) => Promise<Result<Answer<OverrideAnswer>, Refusal>>;

function pathOf(target: Target, query: Query): string {
  const given = new URLSearchParams(query).toString();
  return `${toolPath(target)}/override${given === '' ? '' : `?${given}`}`;
}

/** Previews the change, and asks if it relaxes hints. */
async function confirmAndChange(
  target: Target,
  change: Change,
  word: 'set' | 'removed',
  options: ResetOptions,
  io: Io,
): Promise<Result<Answer<OverrideAnswer>, CommandFailure>> {
  if (!options.yes) {
    const tried = await change({ dry_run: 'true' });
    if (!tried.ok) return toNotChanged(tried.error);
    const agreed = await confirmRelaxation(relaxationsOf(target, tried.value.value), word, options, io);
    if (!agreed.ok) return agreed;
  }
  const changed = await change({});
  return changed.ok ? changed : toNotChanged(changed.error);
}

function confirmRelaxation(
  relaxed: readonly string[],
  word: 'set' | 'removed',
  options: ResetOptions,
  io: Io,
): Promise<Result<void, CommandFailure>> {
  if (relaxed.length === 0) return Promise.resolve(ok(undefined));
  const says = 'This relaxes hints: clients and the policy will allow more.';
  return confirmAction(
    {
      lines: ({ paint, columns }) => [
        ...wrapText(says, columns - 2).map((line, index) => `${index === 0 ? paint('yellow', '!') : ' '} ${line}`),
        ...relaxed.flatMap((line) => wrapText(line, columns - 4)).map((line) => `    ${line}`),
      ],
      question: word === 'set' ? 'Set it?' : 'Remove the override?',
      otherwise: `${says} ${relaxed.join('; ')}. Nothing was ${word}, because there is no terminal to ask in.`,
      declined: `Nothing was ${word}.`,
    },
    options,
    io,
  );
}

/** An override from the config has to be changed there: exit with 1, not with a connection error. */
const toNotChanged = (refusal: CommandFailure): Result<never, CommandFailure> =>
  err(refusal.status === 409 ? { ...refusal, code: EXIT.findings } : refusal);

function toWanted({ readOnly, destructive, idempotent, openWorld }: OverrideOptions): WantedHints {
  const words: Readonly<Record<HintKey, HintWord | undefined>> = {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
  return Object.fromEntries(
    Object.entries(words)
      .filter(([, word]) => word !== undefined)
      .map(([hint, word]) => [hint, word === 'inherit' ? null : word === 'true']),
  );
}
