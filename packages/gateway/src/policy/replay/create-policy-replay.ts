import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { PolicyReplay, PolicyReplayRequest, ToolCallDetail } from '@toolmark/api-contract';
import {
  type CacheConfig,
  cacheSchema,
  type GatewayConfig,
  type PolicyConfig,
  pathProblem,
  policyProblems,
  policySchema,
  toCache,
  toPolicy,
} from '@toolmark/config';
import type { CallFilter, StoreReader } from '@toolmark/record';
import { createReplay } from './replay-calls.ts';

export interface PolicyReplayDeps {
  readonly reader: Pick<StoreReader, 'calls' | 'export'>;
  /** Resolves when all earlier entries can be read. */
  readonly settled: () => Promise<void>;
  readonly config: () => Pick<GatewayConfig, 'policy' | 'servers'>;
  readonly now: () => number;
}

export interface ReplayRun {
  readonly signal: AbortSignal;
  readonly onProgress: (calls: number, total: number) => void;
}

/** Calls per batch, with arguments: some megabytes at most. */
const BATCH = 500;

/** Replays recorded calls against a policy. On an invalid policy, returns its problems with their paths. Rejects if the record cannot be read. */
export function createPolicyReplay({
  reader,
  settled,
  config,
  now,
}: PolicyReplayDeps): (
  request: PolicyReplayRequest,
  run: ReplayRun,
) => Promise<Result<PolicyReplay, readonly Problem[]>> {
  return async (request, { signal, onProgress }) => {
    const { policy, servers } = config();
    const tried = request.policy === undefined ? ok(policy) : readPolicy(request.policy);
    const caches = readCaches(request.cache, servers);
    if (!tried.ok || !caches.ok) return err([...problemsOf(tried), ...problemsOf(caches)]);
    const until = request.to === undefined ? now() : Date.parse(request.to);
    const filter: CallFilter = { from: Date.parse(request.from), to: until };
    await settled();
    const { total } = await reader.calls(filter, { limit: 1, offset: 0 });
    const replay = createReplay(tried.value, (server) => caches.value.get(server));
    let done = 0;
    for (let after: number | undefined, isMore = true; isMore; ) {
      signal.throwIfAborted();
      const batch = await reader.export(filter, { after, limit: BATCH, withBodies: true });
      // With `withBodies`, export returns details.
      for (const call of batch.calls) replay.add(call as ToolCallDetail);
      done += batch.calls.length;
      onProgress(done, Math.max(done, total));
      after = batch.next;
      isMore = after !== undefined;
    }
    const { promptsSaved, ...outcome } = replay.outcome();
    return ok({ from: request.from, to: new Date(until).toISOString(), ...outcome, prompts_saved: promptsSaved });
  };
}

function readPolicy(json: unknown): Result<PolicyConfig, readonly Problem[]> {
  const parsed = policySchema.safeParse(json);
  if (!parsed.success) return err(toProblems('policy', parsed.error.issues));
  const problems = policyProblems(parsed.data, pathProblem);
  return problems.length > 0 ? err(problems) : ok(toPolicy(parsed.data));
}

function readCaches(
  given: PolicyReplayRequest['cache'],
  servers: GatewayConfig['servers'],
): Result<ReadonlyMap<string, CacheConfig | undefined>, readonly Problem[]> {
  if (given === undefined) return ok(new Map(servers.map(({ name, cache }) => [name, cache])));
  const caches = new Map<string, CacheConfig | undefined>();
  const problems: Problem[] = [];
  for (const [server, entry] of Object.entries(given)) {
    const parsed = cacheSchema.safeParse(entry);
    if (parsed.success) caches.set(server, toCache(parsed.data));
    else problems.push(...toProblems(`cache.${server}`, parsed.error.issues));
  }
  return problems.length > 0 ? err(problems) : ok(caches);
}

const problemsOf = (result: Result<unknown, readonly Problem[]>): readonly Problem[] => (result.ok ? [] : result.error);

const toProblems = (
  path: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): readonly Problem[] =>
  issues.map((issue) => ({ path: [path, ...issue.path.map(String)].join('.'), message: issue.message }));
