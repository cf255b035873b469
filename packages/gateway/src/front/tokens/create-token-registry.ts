import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, createStateFile, type Log } from '@toolmark/base';
import type { TokenGrant } from '../../model/grant.ts';
import { createLastUses } from './last-uses.ts';
import { freeName, hashToken, makeToken, tokenProblem } from './make-token.ts';
import type { TokenProblem, TokenRegistry } from './registry.ts';
import { indexTokens, type KnownToken, NO_TOKENS, type TokenState, tokenStateSchema, toNamed } from './token-state.ts';

export interface TokenRegistryDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** The names of the current profiles. */
  readonly profiles: () => readonly string[];
}

/**
 * The tokens in `tokens.json` of the data folder, which several gateways may share. Problems of the file are returned
 * as a sentence.
 *
 * @example
 * const tokens = await createTokenRegistry({ dataDir, clock: systemClock, log, profiles: () => ['reading'] });
 * if (tokens.ok) await tokens.value.create({ name: 'ci', ceiling: 'read', expires_in_days: 30 });
 */
export async function createTokenRegistry(deps: TokenRegistryDeps): Promise<Result<TokenRegistry, string>> {
  const { dataDir, clock, log, profiles } = deps;
  const path = join(dataDir, 'tokens.json');
  const opened = await createStateFile<TokenState>({ path, schema: tokenStateSchema, empty: NO_TOKENS, log, clock });
  if (!opened.ok) return opened;
  const file = opened.value;
  const listeners = new Set<(grant: TokenGrant) => void>();
  /** Tokens revoked here, including those whose revocation could not be written. */
  const revokedAt = new Map<string, string>();
  let index = indexTokens(file.get());
  let live: ReadonlyMap<string, TokenGrant> = new Map();
  let stopTimer: (() => void) | undefined;
  let isClosed = false;

  const isRevoked = ({ stored }: KnownToken): boolean => stored.revoked_at !== null || revokedAt.has(stored.id);

  /** Computes the active tokens, reports those that ended, and schedules the next expiry. */
  const refresh = (): void => {
    stopTimer?.();
    if (isClosed) return;
    const now = clock.now();
    const active = index.tokens.filter((token) => !isRevoked(token) && token.expiresAt > now);
    const before = live;
    live = new Map(active.map(({ grant }) => [grant.id, grant]));
    const next = Math.min(...active.map(({ expiresAt }) => expiresAt));
    stopTimer = Number.isFinite(next) ? clock.after(next - now, refresh) : undefined;
    for (const grant of before.values()) if (live.get(grant.id) !== grant) notifyEnd(grant);
  };
  const notifyEnd = (grant: TokenGrant): void => {
    for (const listener of listeners) {
      try {
        listener(grant);
      } catch (error) {
        log.error({ error: toMessage(error) }, `Connections of token '${grant.name}' may still be open.`);
      }
    }
  };
  const uses = createLastUses(clock, async () => {
    const written = await file.update(uses.into);
    if (!written.ok) log.error({}, `The last uses of tokens could not be stored: ${written.error}`);
  });
  file.onChange((state) => {
    index = indexTokens(state, index);
    refresh();
  });
  refresh();

  const toNamedToken = (token: KnownToken) => {
    const { stored } = token;
    const revoked_at = stored.revoked_at ?? revokedAt.get(stored.id) ?? null;
    return toNamed({ ...uses.with(stored), revoked_at }, clock.now());
  };
  const get = (idOrName: string): KnownToken | undefined =>
    index.tokens.find(({ stored }) => stored.id === idOrName) ??
    index.tokens.find(({ stored }) => stored.name === idOrName);

  return ok({
    find: (token) => {
      const hash = hashToken(token);
      const known = hash === undefined ? undefined : index.byHash.get(hash);
      if (known === undefined) return undefined;
      if (isRevoked(known)) return 'revoked';
      const now = clock.now();
      if (known.expiresAt <= now) {
        // The machine slept past the timer.
        if (live.has(known.stored.id)) refresh();
        return 'expired';
      }
      uses.note(known.stored.id, now);
      return known.grant;
    },
    list: () => index.tokens.map(toNamedToken),
    create: async (request) => {
      const { token, stored: made } = makeToken(request, clock.now());
      let stored = made;
      let problem: TokenProblem | undefined;
      const written = await file.update((state) => {
        stored = request.numbered === true ? { ...made, name: freeName(made.name, state) } : made;
        problem = tokenProblem({ ...request, name: stored.name }, state, profiles(), path);
        return problem === undefined ? { ...state, tokens: [...state.tokens, stored] } : state;
      });
      if (!written.ok) return err(unwritable(written.error));
      if (problem !== undefined) return err(problem);
      log.info(
        {},
        `Token '${stored.name}' was created for ${stored.ceiling === null ? 'the API' : `${stored.ceiling} at most`}.`,
      );
      return ok({ token, named: toNamed(stored, clock.now()) });
    },
    revoke: async (idOrName) => {
      const known = get(idOrName);
      if (known === undefined) return ok(undefined);
      const { id, name } = known.stored;
      if (isRevoked(known) && known.stored.revoked_at !== null) return ok(toNamedToken(known));
      const at = revokedAt.get(id) ?? new Date(clock.now()).toISOString();
      // Revoke in memory first, because the disk may be full or slow.
      revokedAt.set(id, at);
      refresh();
      const written = await file.update(({ version, tokens }) => ({
        version,
        tokens: tokens.map((each) => (each.id === id && each.revoked_at === null ? { ...each, revoked_at: at } : each)),
      }));
      const again = `Token '${name}' is revoked now, but would be valid again after a restart.`;
      if (!written.ok) return err(unwritable(`${again} ${written.error}`));
      log.info({}, `Token '${name}' was revoked.`);
      return ok(toNamedToken(get(id) ?? known));
    },
    onEnd: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      if (isClosed) return;
      await uses.close();
      isClosed = true;
      stopTimer?.();
      await file.close();
    },
  });
}

const unwritable = (message: string): TokenProblem => ({ kind: 'unwritable', message });
