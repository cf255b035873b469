import { ERRORS, giveWay, type RpcReply } from '@toolmark/base';
import type { Call, CallStatus } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { withCallMeta } from '../call-meta.ts';
import type { Step } from '../compose.ts';
import type { Finish } from '../era/finish.ts';
import type { Recorder } from '../record/recorder.ts';

const LARGE_BYTES = 256 * 1024;

export interface FinishCallDeps {
  readonly finish: Finish;
  /** Makes an error reply of what a step threw. */
  readonly bug: (error: unknown, where: string) => RpcReply;
  readonly recorder?: Pick<Recorder, 'end'>;
  readonly onCall?: (call: Call) => void;
  /** Told how long a result was, as far as that was measured. */
  readonly sawResult: (tool: CatalogTool, bytes: number) => void;
}

/** Makes the reply complete for the caller's era, and closes the record of the call with it. The outermost step. */
export function finishCall({ finish, bug, recorder, onCall, sawResult }: FinishCallDeps): Step {
  const close = async (call: Call, reply: RpcReply, given: RpcReply = reply): Promise<RpcReply> => {
    call.reply = reply;
    call.given = given;
    call.status = call.verdict ?? statusOf(reply);
    // Whoever counts and remembers calls must not cost the client its reply, nor each other.
    try {
      onCall?.(call);
    } catch (error) {
      bug(error, 'onCall');
    }
    try {
      await recorder?.end(call);
      if (call.tool !== undefined && call.resultBytes !== undefined && call.attempts > 0)
        sawResult(call.tool, call.resultBytes);
    } catch (error) {
      bug(error, 'the record');
    }
    // A large result was written for the record just now and is written again for the client; others have their turn in between.
    if ((call.resultBytes ?? 0) > LARGE_BYTES) await giveWay();
    // What was written for the record need not be written again.
    const { givenText: written } = call;
    if (written === undefined || reply.kind !== 'result' || given.kind !== 'result') return reply;
    const text = finish.text(written, given.result, reply.result);
    return text === undefined ? reply : { kind: 'result', result: reply.result, text };
  };
  return function finishCall(call, next) {
    return next().then(
      (reply) => {
        const given = withCallMeta(reply, call);
        return close(call, finish(given, call.caller, originOf(call)), given);
      },
      (error: unknown) => close(call, bug(error, `call of '${call.name}'`)),
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
