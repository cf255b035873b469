import { globToRegExp, type Resolution } from '@toolmark/annotations';
import { type Clock, errorOf, failed, type JsonObject, type RpcReply, result, settlesWithin } from '@toolmark/base';
import type { CacheConfig } from '@toolmark/config';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Current } from '../../model/current.ts';
import { cacheKeyOf } from '../cache/cache-key.ts';
import type { CallCache, FlightEnd } from '../cache/call-cache.ts';
import { FOLLOW_MS } from '../cache/limits.ts';
import { resumedBy, toWriteEnd, UNCLEAR } from '../cache/write-end.ts';
import type { Step } from '../pipeline.ts';

export interface AnswerFromCacheDeps {
  readonly cache: CallCache;
  /** Cache settings by server. Results of other servers are not cached. */
  readonly caches: Current<ReadonlyMap<string, CacheConfig>>;
  readonly clock: Clock;
}

type Next = () => Promise<RpcReply>;

/** A cacheable read. */
interface Read {
  readonly server: string;
  readonly key: string;
  readonly ttlMs: number;
}

/** Ends the wait for another call after the deadline. */
const NOT_SHARED: FlightEnd = { kind: 'own' };

/** Answers a read from the cache, if the config enables it for the server. A write invalidates the cache of its server. */
export function answerFromCache({ cache, caches, clock }: AnswerFromCacheDeps): Step {
  const isCached = createToolFilter();

  const answer = (call: Call, kept: JsonObject, ageMs: number): RpcReply => {
    call.cachedAgeMs = ageMs;
    return result(kept);
  };
  const read = ({ server, key, ttlMs }: Read, next: Next): Promise<RpcReply> => {
    const end = cache.read(server, key, ttlMs);
    return observe(next, end, () => end(undefined));
  };
  const write = (call: Call, server: string, next: Next): Promise<RpcReply> => {
    const end = cache.write(server, resumedBy(call));
    return observe(
      next,
      (reply) => end(toWriteEnd(call, reply)),
      () => end(UNCLEAR),
    );
  };
  /** Waits for an identical call. If it fails, waits for the next one, so that one failure does not send all waiting calls at once. */
  const follow = async (call: Call, question: Read, next: Next): Promise<RpcReply> => {
    const { signal } = call.caller;
    const until = clock.now() + FOLLOW_MS;
    for (;;) {
      const found = cache.find(question.key);
      if (found !== undefined) return answer(call, found.result, found.ageMs);
      const flight = cache.inFlight(question.server, question.key);
      if (flight === undefined) return read(question, next);
      const isSettled = await settlesWithin(flight, until - clock.now(), clock, signal);
      if (signal.aborted) return failed(errorOf('cancelled', 'The request was cancelled.'));
      const end = isSettled ? await flight : NOT_SHARED;
      if (end.kind === 'shared') return answer(call, end.result, 0);
      if (end.kind === 'own') return read(question, next);
    }
  };

  return function answerFromCache(call, next) {
    const { tool } = call;
    if (tool === undefined) return next();
    const { server } = tool;
    if (!onlyReads(tool.resolution)) return write(call, server, next);
    const config = caches.value.get(server);
    if (config === undefined || !isPlain(call) || !isCached(config, tool)) return next();
    const key = cacheKeyOf(call, server, tool.definition.name);
    const found = cache.find(key);
    if (found !== undefined) return Promise.resolve(answer(call, found.result, found.ageMs));
    const question = { server, key, ttlMs: config.ttlMs };
    return cache.inFlight(server, key) === undefined ? read(question, next) : follow(call, question, next);
  };
}

/** A tool whose definition contradicts its hints never counts as a read here, whatever its effective hints are. */
function onlyReads({ class: toolClass, hints, contradictions }: Resolution): boolean {
  return toolClass === 'read' && hints.readOnlyHint.value && contradictions.length === 0;
}

/** Allowed without an approval, and without params other than the arguments, such as answers, a task or unknown ones. */
function isPlain({ decision, approval, isContinued, params }: Call): boolean {
  if (decision?.kind !== 'allow' || approval !== undefined || isContinued) return false;
  return Object.keys(params).every((key) => key === 'name' || key === 'arguments' || key === '_meta');
}

/** Whether a cache config includes a tool. Keeps the compiled globs of each config. */
function createToolFilter(): (config: CacheConfig, tool: CatalogTool) => boolean {
  const globsByConfig = new WeakMap<CacheConfig, readonly RegExp[]>();
  return (config, { definition }) => {
    const globs = globsByConfig.get(config) ?? config.tools.map(globToRegExp);
    globsByConfig.set(config, globs);
    return globs.some((glob) => glob.test(definition.name));
  };
}

function observe(next: Next, onReply: (reply: RpcReply) => void, onBug: () => void): Promise<RpcReply> {
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
