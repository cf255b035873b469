import { err, ok, type Result } from '@toolmark/annotations';
import { type ClientId, type ConnectPlan, placeFor, planConnect, toClientEntry, toSnippet } from '@toolmark/gateway';
import type { Io } from '../io.ts';
import { machineOf } from '../machine-of.ts';
import { readGivenToken } from './given-token.ts';
import { notesOn, type Remark, type Remarked, warningsOn } from './notes.ts';
import type { ConnectOptions } from './options.ts';
import { findTarget } from './target.ts';
import { wayFor } from './way.ts';

/** Everything that is known before a file is changed. */
export interface Prepared {
  readonly plan: ConnectPlan;
  readonly transport: 'http' | 'stdio';
  /** Worth a word before it is done. */
  readonly warnings: readonly Remark[];
  /** Worth a word afterwards. */
  readonly notes: readonly Remark[];
}

/** Finds the gateway and the client's file, and what would change in it; or says in a sentence why that cannot be. */
export async function prepare(client: ClientId, options: ConnectOptions, io: Io): Promise<Result<Prepared, string>> {
  const target = await findTarget(options, io);
  if (!target.ok) return target;
  const given = options.tokenStdin === true ? await readGivenToken(io) : undefined;
  if (given?.ok === false) return given;
  const own =
    given === undefined ? target.value : { ...target.value, token: given.value, tokenState: 'known' as const };
  const way = wayFor(client, options, own);
  if (!way.ok) return way;
  const entry = toClientEntry(client, way.value);
  if (!entry.ok) return entry;
  const machine = machineOf(io);
  const place = placeFor(client, options.scope, machine);
  if (typeof place === 'string') return err(place);
  const { token } = own;
  const planned = await planConnect(place, entry.value, token === undefined ? [] : [token]);
  if (!planned.ok) {
    const { kind, message } = planned.error;
    const { text } = toSnippet(client, way.value);
    const shown = token === undefined ? text : text.replaceAll(token, '<token>');
    const byHand =
      kind === 'unfit'
        ? `Put this into it yourself:\n\n${shown}`
        : `What to put there yourself: toolmark connect ${client} --print`;
    return err(`${message}\n${byHand}`);
  }
  const { before, others } = planned.value;
  const remarked: Remarked = {
    ...{
      place,
      way: way.value,
      mode: before?.mode,
      others,
      profile: given === undefined ? options.profile : undefined,
    },
    ...{ target: target.value, platform: machine.platform },
  };
  return ok({
    ...{ plan: planned.value, transport: way.value.kind },
    ...{ warnings: warningsOn(remarked), notes: notesOn(remarked) },
  });
}
