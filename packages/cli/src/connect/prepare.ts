import { err, ok, type Result } from '@toolmark/annotations';
import type { NamedToken } from '@toolmark/api-contract';
import {
  type ClientId,
  type ClientPlace,
  type ConnectPlan,
  isOpenToOthers,
  placeFor,
  planConnect,
  TOKEN_PLACEHOLDER,
  toClientEntry,
  toSnippet,
} from '@toolmark/setup';
import { clientSurroundings } from '../client-surroundings.ts';
import type { Io } from '../io.ts';
import { type ClientTokens, clientTokens } from './client-tokens.ts';
import { methodFor } from './connection-method.ts';
import { notesOn, type Remark, type Remarked, warningsOn } from './notes.ts';
import type { ConnectOptions } from './options.ts';
import { readStdinToken } from './stdin-token.ts';
import { findTarget, type Target } from './target.ts';
import { findNamedToken, isNamedAfter, tokenInEntry, tokenNameOf } from './token-in-entry.ts';

/** Everything that is known before a file is changed. */
export interface Prepared {
  /** The change, with a placeholder if the token does not exist yet. */
  readonly plan: ConnectPlan;
  /** The change with a token; fails if the file was changed since. */
  readonly planWith: (token: string) => Promise<Result<ConnectPlan, string>>;
  readonly tokens: ClientTokens;
  /** The token to create; `undefined` if it has one or needs none. */
  readonly newToken: Parameters<ClientTokens['create']>[0] | undefined;
  /** The token in its current entry, which only this client uses and which the new one replaces. */
  readonly replaces: NamedToken | undefined;
  readonly transport: 'http' | 'stdio';
  /** Shown before the change. */
  readonly warnings: readonly Remark[];
  /** Shown after the change. */
  readonly notes: readonly Remark[];
}

/** Finds the gateway and the client's file and prepares the change, or fails with a sentence. */
export async function prepare(client: ClientId, options: ConnectOptions, io: Io): Promise<Result<Prepared, string>> {
  const target = await findTarget(options, io);
  if (!target.ok) return target;
  const place = placeFor(client, options.scope, clientSurroundings(io));
  if (typeof place === 'string') return err(place);
  const tokens = tokensOf(target.value);
  const found = await findToken(place, options, { target: target.value, tokens, io });
  if (!found.ok) return found;
  const { token, isNew, replaces } = found.value;
  const planWith = (given: string | undefined) => plan(place, options, target.value, given);
  const planned = await planWith(token);
  if (!planned.ok) return planned;
  const { before, others, isPrivate } = planned.value;
  const way = methodFor(client, options, target.value, token);
  if (!way.ok) return way;
  const remarked: Remarked = {
    ...{ place, way: way.value, others, needsToken: isNew, target: target.value },
    isTightened: isPrivate && before !== undefined && isOpenToOthers(before.mode),
  };
  return ok({
    ...{ plan: planned.value, tokens, replaces, transport: way.value.kind },
    planWith: async (given) => {
      const again = await planWith(given);
      // The user agreed to the change that was shown, so it must be the same.
      if (!again.ok || again.value.before?.hash === before?.hash) return again;
      return err(`${place.file} was changed in the meantime, and nothing was written. Check it again.`);
    },
    newToken: isNew ? { name: tokenNameOf(client), profile: options.profile } : undefined,
    ...{ warnings: warningsOn(remarked), notes: notesOn(remarked) },
  });
}

export const tokensOf = ({
  client,
  dataDir,
  profiles = [],
}: Pick<Target, 'client' | 'dataDir' | 'profiles'>): ClientTokens =>
  clientTokens({ running: client, dataDir, profiles });

interface FoundToken {
  /** A placeholder if it will be created; `undefined` if the file needs none. */
  readonly token: string | undefined;
  readonly isNew: boolean;
  readonly replaces: NamedToken | undefined;
}

interface Around {
  readonly target: Target;
  readonly tokens: ClientTokens;
  readonly io: Io;
}

/** The client's token: the one from stdin, its current one if it still fits, or a new one. */
async function findToken(
  place: ClientPlace,
  { tokenStdin, tokenEnv, profile }: ConnectOptions,
  { target, tokens, io }: Around,
): Promise<Result<FoundToken, string>> {
  const given = tokenStdin === true ? await readStdinToken(io) : undefined;
  if (given?.ok === false) return given;
  const current = await tokenInEntry(place);
  const list = current === undefined ? ok([]) : await tokens.list();
  if (!list.ok) return list;
  const named = current === undefined ? undefined : findNamedToken(current, list.value);
  const isCurrent = named?.status === 'active' && named.kind === 'client';
  // A token that is named after the client is used by nothing else.
  const replaces = isCurrent && isNamedAfter(named, place.client) ? named : undefined;
  if (given !== undefined)
    return ok({ token: given.value, isNew: false, replaces: given.value === current ? undefined : replaces });
  if (!target.asksToken || tokenEnv !== undefined) return ok({ token: undefined, isNew: false, replaces });
  if (isCurrent && named.profile === (profile ?? null))
    return ok({ token: current, isNew: false, replaces: undefined });
  return ok({ token: TOKEN_PLACEHOLDER, isNew: true, replaces });
}

async function plan(
  place: ClientPlace,
  options: ConnectOptions,
  target: Target,
  token: string | undefined,
): Promise<Result<ConnectPlan, string>> {
  const { client } = place;
  const way = methodFor(client, options, target, token);
  if (!way.ok) return way;
  const entry = toClientEntry(client, way.value);
  if (!entry.ok) return entry;
  const planned = await planConnect(place, entry.value, token === undefined ? [] : [token]);
  if (planned.ok) return planned;
  const { kind, message } = planned.error;
  const { text } = toSnippet(client, way.value);
  const shown = token === undefined ? text : text.replaceAll(token, '<token>');
  const byHand =
    kind === 'unfit' ? `Add this yourself:\n\n${shown}` : `To see what to add: toolmark connect ${client} --print`;
  return err(`${message}\n${byHand}`);
}
