import { err, HINT_NAMES, ok, type Result } from '@toolmark/annotations';
import {
  type HintKey,
  type OverrideAnswer,
  type OverrideRequest,
  overrideAnswerSchema,
  toolDetailSchema,
} from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import { agree } from '../agree.ts';
import type { Answer, GatewayClient } from '../gateway-client.ts';
import { type AskOptions, ask, type Told, told, type Untold } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { plural } from '../text/amounts.ts';
import { toolPath } from '../tool-name.ts';
import { hintsOf } from './list.ts';
import { relaxationsOf, type WantedHints } from './relaxation.ts';
import { findOverride, findTarget, type Target } from './target.ts';

/** How a hint is set on the command line. */
type HintWord = 'true' | 'false' | 'inherit';

export interface OverrideOptions extends AskOptions {
  readonly readOnly?: HintWord;
  readonly destructive?: HintWord;
  readonly idempotent?: HintWord;
  readonly openWorld?: HintWord;
  readonly reason?: string;
  readonly author?: string;
  readonly yes?: boolean;
}

/** `toolmark tools override`: sets hints of a tool or of all that match, beside those that were set before. */
export function setOverride(name: string, options: OverrideOptions, io: Io): Promise<ExitCode> {
  const given = toWanted(options);
  if (Object.keys(given).length === 0) {
    io.stderr.write(
      `Say what to set: --read-only, --destructive, --idempotent or --open-world, each true, false or inherit.\nTo take an override away: toolmark tools reset ${name}\n`,
    );
    return Promise.resolve(EXIT.couldNotRun);
  }
  return ask(options, io, async (gateway) => {
    const target = await findTarget(name, gateway);
    if (!target.ok) return target;
    const agreed = await agreeToRelax(target.value, given, 'set', options, io);
    if (!agreed.ok) return agreed;
    const before = await findOverride(target.value, gateway);
    if (!before.ok) return before;
    const author = authorOf(options, io);
    const reason = options.reason ?? before.value?.reason ?? null;
    const body: OverrideRequest = {
      // What was set before and is not spoken of stays.
      hints: { ...before.value?.hints, ...given },
      ...(reason === null ? {} : { reason }),
      ...(author === undefined ? {} : { author }),
    };
    const answer = await gateway.request('PUT', `${toolPath(target.value)}/override`, overrideAnswerSchema, { body });
    if (!answer.ok) return notDone(answer.error);
    return await showSet(target.value, given, gateway, answer.value);
  });
}

/** `toolmark tools reset`: takes an override away. */
export function resetOverride(
  name: string,
  options: AskOptions & { readonly yes?: boolean },
  io: Io,
): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const target = await findTarget(name, gateway, true);
    if (!target.ok) return target;
    const shown = nameOf(target.value);
    const before = await findOverride(target.value, gateway);
    if (!before.ok) return before;
    if (before.value === undefined) {
      const message = `Nobody has set a hint of ${shown}. What is set: toolmark tools overrides`;
      return err({ status: undefined, code: EXIT.findings, message });
    }
    const back = Object.fromEntries(Object.keys(before.value.hints).map((hint) => [hint, null]));
    const { server, name: tool, tools } = target.value;
    const own = tools.filter(({ override }) => override?.server === server && override.tool === tool);
    const agreed = await agreeToRelax({ ...target.value, tools: own, isPattern: false }, back, 'removed', options, io);
    if (!agreed.ok) return agreed;
    const answer = await gateway.request('DELETE', `${toolPath(target.value)}/override`, overrideAnswerSchema);
    if (!answer.ok) return notDone(answer.error);
    return await showSet(target.value, back, gateway, answer.value);
  });
}

export function authorOf({ author }: { readonly author?: string }, { env }: Pick<Io, 'env'>): string | undefined {
  return author ?? (env['USER'] || env['USERNAME'] || undefined);
}

function agreeToRelax(
  target: Target,
  wanted: WantedHints,
  word: 'set' | 'removed',
  options: AskOptions & { readonly yes?: boolean },
  io: Io,
): Promise<Result<void, Untold>> {
  const relaxed = relaxationsOf(target, wanted);
  if (relaxed.length === 0) return Promise.resolve(ok(undefined));
  const says = 'This relaxes hints: clients and the policy let more pass afterwards.';
  return agree(
    {
      lines: ({ paint, columns }) => [
        `${paint('yellow', '!')} ${says}`,
        ...relaxed.flatMap((line) => wrapText(line, columns - 4)).map((line) => `    ${line}`),
      ],
      question: word === 'set' ? 'Set it?' : 'Remove the override?',
      otherwise: `${says} ${relaxed.join('; ')}. There is nobody to ask, so nothing was ${word}.`,
      declined: `Nothing was ${word}.`,
    },
    options,
    io,
  );
}

/** A config that has one for the same has to be changed there: that is no failure of the connection. */
const notDone = (refusal: Untold): Result<never, Untold> =>
  err(refusal.status === 409 ? { ...refusal, code: EXIT.findings } : refusal);

async function showSet(
  target: Target,
  wanted: WantedHints,
  gateway: GatewayClient,
  { value, json }: Answer<OverrideAnswer>,
): Promise<Result<Told, Untold>> {
  const now = target.isPattern ? undefined : await gateway.request('GET', toolPath(target), toolDetailSchema);
  const hints = now?.ok ? now.value.value.hints : undefined;
  return told({
    json,
    lines: ({ paint, columns }) => [
      `${paint('green', '✓')} ${nameOf(target)}: ${wordOf(value)}`,
      ...HINT_NAMES.filter((hint) => hints !== undefined && hint in wanted).map((hint) =>
        lineOf(hint, target, hints?.[hint].value),
      ),
      ...(value.note === null ? [] : wrapText(safeText(value.note), columns - 2)).map(
        (line) => `  ${paint('yellow', line)}`,
      ),
    ],
  });
}

function wordOf({ override, matching_tools: count }: OverrideAnswer): string {
  if (override === null) return 'no hint is set any more';
  return `${hintsOf(override)} is set${count < 2 ? '' : `, for ${plural(count, 'tool')} of now`}`;
}

function lineOf(hint: HintKey, { tools: [tool] }: Target, now: boolean | undefined): string {
  const before = tool?.hints[hint].value;
  return `  ${hint}=${now}${before === now ? ', as before' : ` (was ${before})`}`;
}

const nameOf = ({ server, name }: Target): string => safeText(`${server}/${name}`);

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
