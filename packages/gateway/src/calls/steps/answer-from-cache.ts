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
import type { Step } from '../compose.ts';

export interface AnswerFromCacheDeps {
  readonly cache: CallCache;
  /** What the config says about keeping answers, by server; nothing of others is kept. */
  readonly caches: Current<ReadonlyMap<string, CacheConfig>>;
  readonly clock: Clock;
}

type Next = () => Promise<RpcReply>;

/** What is asked of a server, and for how long its answer may be kept. */
interface Question {
  readonly server: string;
  readonly key: string;
  readonly ttlMs: number;
}

/** Of a call that others have waited for long enough. */
const OWN: FlightEnd = { kind: 'own' };

/**
 * Answers a call that only reads by what an identical one got, where the config wants that. Calls that may change something pass
 * by here too: they end what is kept of their server.
 */
export function answerFromCache({ cache, caches, clock }: AnswerFromCacheDeps): Step {
  const covers = createCovers();

  const answer = (call: Call, kept: JsonObject, ageMs: number): RpcReply => {
    call.cachedAgeMs = ageMs;
    return result(kept);
  };
  const read = ({ server, key, ttlMs }: Question, next: Next): Promise<RpcReply> => {
    const end = cache.read(server, key, ttlMs);
    return toEnd(next, end, () => end(undefined));
  };
  const write = (call: Call, server: string, next: Next): Promise<RpcReply> => {
    const end = cache.write(server, resumedBy(call));
    return toEnd(
      next,
      (reply) => end(toWriteEnd(call, reply)),
      () => end(UNCLEAR),
    );
  };
  /** Waits for identical calls, one after the other for as long as they fail: so that not all are sent because one failed. */
  const follow = async (call: Call, question: Question, next: Next): Promise<RpcReply> => {
    const { signal } = call.caller;
    const until = clock.now() + FOLLOW_MS;
    for (;;) {
      const found = cache.find(question.key);
      if (found !== undefined) return answer(call, found.result, found.ageMs);
      const flight = cache.underWay(question.server, question.key);
      if (flight === undefined) return read(question, next);
      const isSettled = await settlesWithin(flight, until - clock.now(), clock, signal);
      if (signal.aborted) return failed(errorOf('cancelled', 'The request was cancelled.'));
      const end = isSettled ? await flight : OWN;
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
    if (config === undefined || !isPlain(call) || !covers(config, tool)) return next();
    const key = cacheKeyOf(call, server, tool.definition.name);
    const found = cache.find(key);
    if (found !== undefined) return Promise.resolve(answer(call, found.result, found.ageMs));
    const question = { server, key, ttlMs: config.ttlMs };
    return cache.underWay(server, key) === undefined ? read(question, next) : follow(call, question, next);
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
