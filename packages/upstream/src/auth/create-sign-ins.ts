import { err, ok, type Result } from '@toolmark/annotations';
import { type Clock, createStateFile, type Log } from '@toolmark/base';
import type { UpstreamConfig } from '../upstream-config.ts';
import { type CallbackAnswer, readPasted } from './callback.ts';
import { createCarefulWeb } from './careful-fetch.ts';
import { handRegistered } from './common-redirect.ts';
import { createTokenSource, type OwnedTokenSource } from './create-token-source.ts';
import { endSignIn } from './end-sign-in.ts';
import { beginFlow, finishFlow } from './flow-steps.ts';
import { createFlows, type Flow } from './flows.ts';
import { problem, type SignInProblem } from './problem.ts';
import { renewSignIn } from './renew.ts';
import {
  findSignIn,
  NO_SIGN_INS,
  type SignInKey,
  type SignInState,
  signInStateSchema,
  withoutSignIns,
  withSignIn,
} from './sign-in-record.ts';
import type { CompletedSignIn, SignIns } from './sign-ins.ts';
import { type Signable, signInUrlOf, toSignable } from './signable.ts';

export interface SignInsOptions {
  /** The file with the tokens, for its owner only. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Where browsers are sent back to; `undefined` where there is no such place. */
  readonly callbackUrl: () => string | undefined;
  /** Connects a server anew. */
  readonly restart: (server: string) => Promise<void>;
}

/**
 * Reads who is signed in, or says in a sentence what is wrong with the file.
 *
 * @example
 * const signIns = await createSignIns({ path: join(dataDir, 'sign-ins.json'), clock, log, callbackUrl, restart });
 * if (signIns.ok) await signIns.value.begin('notes');
 */
export async function createSignIns(options: SignInsOptions): Promise<Result<SignIns, string>> {
  const { path, clock, log, callbackUrl } = options;
  const opened = await createStateFile({ path, schema: signInStateSchema, empty: NO_SIGN_INS, log, clock });
  if (!opened.ok) return opened;
  const file = opened.value;
  const web = createCarefulWeb();
  let configs: ReadonlyMap<string, UpstreamConfig> = new Map();
  const sources = new Map<string, SignInKey & { readonly source: OwnedTokenSource }>();
  const flows = createFlows(clock, (server) => sources.get(server)?.source.look());
  /** Who is signed in, by name, as far as servers know it. */
  let signedIn = namesIn(file.get());
  file.onChange((now) => {
    const before = signedIn;
    signedIn = namesIn(now);
    for (const [server, { source }] of sources) {
      source.look();
      // Also where it was another process that somebody signed in with.
      if (signedIn.has(server) && !before.has(server)) restart(server);
    }
  });

  const restart = (server: string): void => {
    void options
      .restart(server)
      .catch((error: unknown) => log.error({ server, error: String(error) }, 'a server could not be connected anew'));
  };

  const sourceFor = (key: SignInKey): OwnedTokenSource => {
    const known = sources.get(key.server);
    if (known?.url === key.url) return known.source;
    const source = createTokenSource({
      ...{ key, file, clock },
      attempt: () => flows.attempt(key.server),
      renew: async (record) => {
        const config = configs.get(record.server);
        return config === undefined
          ? 'unreachable'
          : await renewSignIn(record, config, { file, path, web, clock, log });
      },
    });
    sources.set(key.server, { ...key, source });
    return source;
  };

  const find = (server: string): Result<Signable, SignInProblem> => {
    const config = configs.get(server);
    return config === undefined ? err(problem('needless', `There is no server '${server}'.`)) : toSignable(config);
  };

  const finish = async (flow: Flow, answer: CallbackAnswer): Promise<Result<CompletedSignIn, SignInProblem>> => {
    const { server, url } = flow;
    const found = find(server);
    const isStill = found.ok && found.value.key.url === url;
    const made = isStill
      ? await finishFlow(flow, answer, { config: found.value.config, web, now: clock.now })
      : err(problem('wrong', 'The server was changed in the config meanwhile. Sign in again.'));
    const wasSignedIn = namesIn(file.get()).has(server);
    const saved = made.ok ? await file.update((state) => withSignIn(state, made.value)) : undefined;
    const failure = !made.ok ? made.error : saved?.ok === false ? problem('broken', saved.error) : undefined;
    // One that nobody was signed in to before has been told already.
    if (failure === undefined && wasSignedIn) restart(server);
    flows.end(flow, failure?.message);
    if (failure !== undefined) {
      log.warn({ server }, `nobody was signed in: ${failure.message}`);
      return err(failure);
    }
    log.info({ server }, 'signed in');
    return ok({ server });
  };

  return ok({
    tokensFor: (config) => {
      const signable = toSignable(config);
      return signable.ok ? sourceFor(signable.value.key) : undefined;
    },
    begin: async (server) => {
      const found = find(server);
      if (!found.ok) return found;
      const redirectUrl = callbackUrl();
      if (redirectUrl === undefined) return err(problem('broken', NO_CALLBACK));
      const { key, config } = found.value;
      if (config.disabled)
        return err(problem('needless', `Server '${server}' is disabled in the config. Enable it first.`));
      const challenge = sourceFor(key).challenge();
      const before = findSignIn(file.get(), key);
      const clients = handRegistered(configs.values(), file.get(), redirectUrl);
      return await beginFlow({ key, config, redirectUrl, clients, challenge, before, web, flows });
    },
    complete: async (answer) => {
      const flow = answer.state === undefined ? undefined : flows.take(answer.state);
      return flow === undefined ? err(problem('wrong', UNKNOWN_STATE)) : await finish(flow, answer);
    },
    completePasted: async (server, pasted) => {
      const answer = readPasted(pasted);
      if (answer === undefined) return err(problem('wrong', NOT_PASTED));
      const flow = answer.state === undefined ? flows.takeLast(server) : flows.take(answer.state);
      if (flow === undefined) return err(problem('wrong', UNKNOWN_STATE));
      if (flow.server === server) return await finish(flow, answer);
      flows.end(flow, OTHER_SERVER);
      return err(problem('wrong', OTHER_SERVER));
    },
    end: async (server) => {
      const found = find(server);
      if (!found.ok) return found;
      flows.drop(server, 'Somebody signed out meanwhile.');
      const ended = await endSignIn(found.value, { file, web, clock });
      if (ended.ok && ended.value.wasSignedIn) {
        log.info({ server }, 'signed out');
        restart(server);
      }
      return ended;
    },
    apply: (servers) => {
      const before = configs;
      configs = new Map(servers.map((config) => [config.name, config]));
      // An entry that cannot be read at the moment says nothing about where its server is.
      const urls = new Map(
        servers.map(({ name, target, problem: trouble }) => [name, trouble === undefined ? signInUrlOf(target) : ANY]),
      );
      // Servers of another config may share the folder: of what was never ours nothing is forgotten.
      const isOver = ({ server, url }: SignInKey): boolean =>
        urls.has(server) ? urls.get(server) !== ANY && urls.get(server) !== url : before.has(server);
      for (const [name] of before) if (!urls.has(name)) sources.delete(name);
      if (file.get().signIns.some(isOver)) void file.update((state) => withoutSignIns(state, isOver));
    },
    close: async () => {
      await file.close();
      await web.close();
    },
  });
}

const ANY = '*';

const namesIn = ({ signIns }: SignInState): ReadonlySet<string> => new Set(signIns.map(({ server }) => server));

const NO_CALLBACK = 'This gateway has no address that a browser could come back to. Start one with: toolmark serve';
const UNKNOWN_STATE =
  'This sign-in is not waited for: it was completed already, is too old, or belongs to another gateway. Begin again.';
const OTHER_SERVER = 'This answer is for another server. Begin again.';
const NOT_PASTED = 'This is neither the address at which the browser ended up nor a code. Copy all of the address.';
