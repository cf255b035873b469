import { isJsonObject } from '@toolmark/annotations';
import { ERRORS, failed, type JsonObject, type RpcReply, result, yieldTurn } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import { serversFor } from '../../catalog/current-catalog.ts';
import type { Call, CallStatus } from '../../model/call.ts';
import type { CatalogTool, ToolFor } from '../../model/catalog.ts';
import type { Finish } from '../era/finish.ts';
import type { Step } from '../pipeline.ts';
import type { Recorder, WrittenResult } from '../record/recorder.ts';
import { unknownName, unrecorded } from '../refusals.ts';

const LARGE_BYTES = 256 * 1024;

export interface FinishCallDeps {
  readonly finish: Finish;
  /** Makes an error reply from an exception of a step. */
  readonly reportBug: (error: unknown, where: string) => RpcReply;
  readonly recorder?: Pick<Recorder, 'end'>;
  readonly onCall?: (call: Call, reply: RpcReply) => void;
  /** Called with the length of a result, if it was measured. */
  readonly sawResult: (tool: CatalogTool, bytes: number) => void;
}

/** Completes the reply for the caller's era, and ends the record of the call with it. The outermost step. */
export function finishCall({ finish, reportBug, recorder, onCall, sawResult }: FinishCallDeps): Step {
  const close = async (call: Call, reply: RpcReply, given: RpcReply = reply): Promise<RpcReply> => {
    if (call.status === 'running') call.status = statusOf(reply);
    // Metrics and recording must not cost the client its reply, and a bug in one must not affect the other.
    try {
      onCall?.(call, reply);
    } catch (error) {
      reportBug(error, 'onCall');
    }
    let written: WrittenResult | undefined;
    try {
      const ended = recorder?.end(call, reply, given);
      await ended?.isSafe;
      written = ended?.written;
      if (call.tool !== undefined && written !== undefined && call.attempts > 0) sawResult(call.tool, written.bytes);
    } catch (error) {
      reportBug(error, 'the record');
    }
    // A large result was just serialized for the record and is serialized again for the client: let other calls run in between.
    if ((written?.bytes ?? 0) > LARGE_BYTES) await yieldTurn();
    // Reuse the JSON from the record.
    if (written?.text === undefined || reply.kind !== 'result' || given.kind !== 'result') return reply;
    const text = finish.text(written.text, given.result, reply.result);
    return text === undefined ? reply : { kind: 'result', result: reply.result, text };
  };
  return function finishCall(call, next) {
    return next().then(
      (reply) => {
        const given = withCallMeta(reply, call);
        return close(call, finish(given, call.caller, originOf(call)), given);
      },
      (error: unknown) => close(call, reportBug(error, `call of '${call.name}'`)),
    );
  };
}

function originOf(call: Call): { readonly server: string; readonly method: string } {
  return { server: call.tool?.server ?? '', method: 'tools/call' };
}

function statusOf(reply: RpcReply): CallStatus {
  if (reply.kind === 'error') return reply.error.code === ERRORS.cancelled.code ? 'cancelled' : 'error';
  if (reply.kind === 'json') return 'ok';
  if (reply.result['resultType'] === 'input_required') return 'waiting';
  return reply.result['isError'] === true ? 'error' : 'ok';
}

/** The `_meta` key under which a result reports what the gateway did about its call. */
export const CALL_META = 'io.toolmark/call';

/**
 * Adds a report to the result if the call was answered from the cache, sent more than once, approved or refused. Any other result is
 * returned as the same object. A report that the server itself put there is removed, since only the gateway may write it.
 *
 * @example
 * withCallMeta(result({ content: [] }), call)
 * // result({ content: [], _meta: { 'io.toolmark/call': { id: '…', cached: true, attempts: 0, age_ms: 1200 } } })
 */
export function withCallMeta(reply: RpcReply, call: Call): RpcReply {
  if (reply.kind !== 'result') return reply;
  const given = reply.result['_meta'];
  const meta = isJsonObject(given) ? given : {};
  const hasReport = isReported(call);
  if (!hasReport && !Object.hasOwn(meta, CALL_META)) return reply;
  const { _meta, ...rest } = reply.result;
  const { [CALL_META]: _, ...others } = meta;
  if (hasReport) return result({ ...rest, _meta: { ...others, [CALL_META]: toReport(call) } });
  return result(Object.keys(others).length === 0 ? rest : { ...rest, _meta: others });
}

function isReported({ cachedAgeMs, attempts, approval, decision, status }: Call): boolean {
  const isAllowed = decision === undefined || decision.kind === 'allow';
  return cachedAgeMs !== undefined || attempts > 1 || approval !== undefined || status !== 'running' || !isAllowed;
}

function toReport(call: Call): JsonObject {
  const { cachedAgeMs, attempts, decision, approval } = call;
  return {
    id: call.record?.id ?? call.id,
    cached: cachedAgeMs !== undefined,
    attempts,
    ...(cachedAgeMs !== undefined && { age_ms: cachedAgeMs }),
    ...(decision !== undefined &&
      decision.kind !== 'allow' && {
        decision: { kind: decision.kind, rule: decision.rule, reason: decision.reason },
      }),
    ...(approval !== undefined && { approval }),
  };
}

export interface FindToolDeps {
  readonly toolFor: ToolFor;
  readonly servers: () => readonly UpstreamServer[];
}

/** Finds the tool by the name that the client used. */
export function findTool({ toolFor, servers }: FindToolDeps): Step {
  return function findTool(call, next) {
    const { caller, name } = call;
    call.tool = toolFor(name, caller);
    if (call.tool !== undefined) return next();
    return Promise.resolve(unknownName('tool', name, serversFor(servers(), caller)));
  };
}

export interface RecordBeginDeps {
  readonly recorder?: Pick<Recorder, 'begin'>;
}

/** Records the beginning of the call. A call that may change something is on disk before the next step, so that it can be found after a crash. */
export function recordBegin({ recorder }: RecordBeginDeps): Step {
  return function recordBegin(call, next) {
    const recorded = recorder?.begin(call);
    if (recorded === undefined) return next();
    return recorded.then((outcome) => (outcome.ok ? next() : failed(unrecorded(call.name, outcome.error))));
  };
}
