import { err, ok, type Result } from '@toolmark/annotations';
import { type Clock, createStateFile, type Log } from '@toolmark/base';
import type { UpstreamConfig } from '../upstream-config.ts';
import { type CallbackAnswer, readPasted } from './callback.ts';
import { createCarefulWeb } from './careful-fetch.ts';
import { handRegistered } from './common-redirect.ts';
import { createTokenSource, type OwnedTokenSource } from './create-token-source.ts';
import { createFlows, type Flow } from './flows.ts';
import { problem, type SignInProblem } from './problem.ts';
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
  /** The file with the tokens, readable only by its owner. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The redirect address for browsers; `undefined` if the gateway has none. */
  readonly callbackUrl: () => string | undefined;
  /** Reconnects a server. */
  readonly restart: (server: string) => Promise<void>;
}

/**
 * Opens the sign-ins file, or returns a sentence with the problem. The steps of a sign-in are imported when needed,
 * because they load the MCP client, which takes 20 MB.
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
  /** The names of the servers with a sign-in that are connected with it. */
  let signedIn = namesIn(file.get());
  file.onChange((now) => {
    const before = signedIn;
    signedIn = namesIn(now);
    for (const [server, { source }] of sources) {
      source.look();
      // Another process may have signed in too.
      if (signedIn.has(server) && !before.has(server)) restart(server);
    }
  });

  const restart = (server: string): void => {
    void options
      .restart(server)
      .catch((error: unknown) => log.error({ server, error: String(error) }, 'a server could not be reconnected'));
  };

  const sourceFor = (key: SignInKey): OwnedTokenSource => {
    const known = sources.get(key.server);
    if (known?.url === key.url) return known.source;
    const source = createTokenSource({
      key,
      file,
      clock,
      attempt: () => flows.attempt(key.server),
      renew: async (record) => {
        const { renewSignIn } = await import('./renew.ts');
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
    const { finishFlow } = await import('./flow-steps.ts');
    const found = find(server);
    const isStill = found.ok && found.value.key.url === url;
    const made = isStill
      ? await finishFlow(flow, answer, { config: found.value.config, web, now: clock.now })
      : err(problem('wrong', "The server's config changed meanwhile. Sign in again."));
    const wasSignedIn = namesIn(file.get()).has(server);
    const saved = made.ok ? await file.update((state) => withSignIn(state, made.value)) : undefined;
    const failure = !made.ok ? made.error : saved?.ok === false ? problem('broken', saved.error) : undefined;
    // A first sign-in was announced by the file's change already.
    if (failure === undefined && wasSignedIn) restart(server);
    flows.end(flow, failure?.message);
    if (failure !== undefined) {
      log.warn({ server }, `sign-in failed: ${failure.message}`);
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
      const { beginFlow } = await import('./flow-steps.ts');
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
      const { endSignIn } = await import('./end-sign-in.ts');
      const found = find(server);
      if (!found.ok) return found;
      flows.drop(server, 'The server was signed out meanwhile.');
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
      // While an entry cannot be read, the server's address is unknown.
      const urls = new Map(
        servers.map(({ name, target, problem: trouble }) => [name, trouble === undefined ? signInUrlOf(target) : ANY]),
      );
      // Servers of another config may share the folder, so only sign-ins of servers seen here are deleted.
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

const NO_CALLBACK = 'This gateway has no address for the browser to return to. Start one with: toolmark serve';
const UNKNOWN_STATE =
  'This sign-in is unknown: it was completed already, is too old, or belongs to another gateway. Start again.';
const OTHER_SERVER = 'This answer is for another server. Start again.';
const NOT_PASTED = 'This is neither the redirect address nor a code. Copy the whole address from the browser.';
