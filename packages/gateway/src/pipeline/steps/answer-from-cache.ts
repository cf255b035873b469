import { globToRegExp, isJsonObject, type Resolution } from '@toolmark/annotations';
import { setAge } from '../../cache/age.ts';
import { cacheKeyOf } from '../../cache/cache-key.ts';
import type { CallCache } from '../../cache/call-cache.ts';
import { FOLLOW_MS } from '../../cache/limits.ts';
import type { CatalogTool } from '../../catalog/catalog.ts';
import type { CacheConfig } from '../../config/policy-config.ts';
import { errorOf } from '../../errors.ts';
import { failed, type JsonObject, type RpcReply, result } from '../../rpc.ts';
import { type Clock, settlesWithin } from '../../upstream/clock.ts';
import type { Call } from '../call.ts';
import type { Step } from '../compose.ts';

export interface AnswerFromCacheDeps {
  readonly cache: CallCache;
  /** What the config says about keeping answers of a server; `undefined` for never. */
  readonly cacheOf: (server: string) => CacheConfig | undefined;
  readonly clock: Clock;
}

type Next = () => Promise<RpcReply>;

/**
 * Answers a call that only reads by what an identical one got, where the config wants that. Calls that may change something pass
 * by here too: they end what is kept of their server.
 */
export function answerFromCache({ cache, cacheOf, clock }: AnswerFromCacheDeps): Step {
  const covers = createCovers();

  const answer = (call: Call, kept: JsonObject, ageMs: number): RpcReply => {
    call.isCached = true;
    setAge(call, ageMs);
    return result(kept);
  };
  const read = (server: string, key: string, ttlMs: number, next: Next): Promise<RpcReply> => {
    const end = cache.read(server, key, ttlMs);
    return toEnd(next, end, () => end(undefined));
  };
  const write = (server: string, next: Next): Promise<RpcReply> => {
    const end = cache.write(server);
    return toEnd(
      next,
      (reply) => end(isOver(reply)),
      () => end(false),
    );
  };
  /** Waits for an identical call; where nothing comes of it that others may have, the call goes its own way. */
  const follow = async (call: Call, flight: Promise<JsonObject | undefined>, go: Next): Promise<RpcReply> => {
    const { signal } = call.caller;
    const isSettled = await settlesWithin(flight, FOLLOW_MS, clock, signal);
    if (signal.aborted) return failed(errorOf('cancelled', 'The request was cancelled.'));
    const shared = isSettled ? await flight : undefined;
    return shared === undefined ? go() : answer(call, shared, 0);
  };

  return function answerFromCache(call, next) {
    const { tool } = call;
    if (tool === undefined) return next();
    const { server } = tool;
    if (!onlyReads(tool.resolution)) return write(server, next);
    const config = cacheOf(server);
    if (config === undefined || !isPlain(call) || !covers(config, tool)) return next();
    const key = cacheKeyOf(call, server, tool.definition.name);
    const found = cache.find(key);
    if (found !== undefined) return Promise.resolve(answer(call, found.result, found.ageMs));
    const go: Next = () => read(server, key, config.ttlMs, next);
    const flight = cache.underWay(server, key);
    return flight === undefined ? go() : follow(call, flight, go);
  };
}

/** A tool whose own words speak against its hints is none of them, whatever counts in the end. */
function onlyReads({ class: is, hints, contradictions }: Resolution): boolean {
  return is === 'read' && hints.readOnlyHint.value && contradictions.length === 0;
}

/** Let through without anybody being asked, and nothing but a question: no answers, no task, nothing that is not known yet. */
function isPlain({ decision, approval, isContinued, params }: Call): boolean {
  if (decision?.kind !== 'allow' || approval !== undefined || isContinued) return false;
  return Object.keys(params).every((key) => key === 'name' || key === 'arguments' || key === '_meta');
}

/** Whether a server is certainly done with a call. Of one that failed, or waits for answers, nobody can tell. */
function isOver(reply: RpcReply): boolean {
  if (reply.kind === 'result') return reply.result['resultType'] !== 'input_required';
  if (reply.kind === 'json') return true;
  const { data } = reply.error;
  return isJsonObject(data) && data['happened'] === 'no';
}

function createCovers(): (config: CacheConfig, tool: CatalogTool) => boolean {
  const globsByConfig = new WeakMap<CacheConfig, readonly RegExp[]>();
  return (config, { definition }) => {
    const globs = globsByConfig.get(config) ?? config.tools.map(globToRegExp);
    globsByConfig.set(config, globs);
    return globs.some((glob) => glob.test(definition.name));
  };
}

function toEnd(next: Next, onReply: (reply: RpcReply) => void, onBug: () => void): Promise<RpcReply> {
  return next().then(
    (reply) => {
      onReply(reply);
      return reply;
    },
    (error: unknown) => {
      onBug();
      throw error;
    },
  );
}
