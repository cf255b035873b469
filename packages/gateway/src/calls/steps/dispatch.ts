import type { JsonObject, RpcError } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import { type UpstreamServer, unsentError } from '@toolmark/upstream';
import type { Call } from '../../model/call.ts';
import type { Relay } from '../bridge/relay.ts';
import type { Step } from '../compose.ts';
import { mirrorParams } from '../mirror-params.ts';
import type { Recorder } from '../record/recorder.ts';
import { serverGone } from '../unknown-name.ts';
import { unrecordedAnswers } from '../unrecorded.ts';

export interface DispatchDeps {
  readonly upstream: (name: string) => UpstreamServer | undefined;
  readonly relay: Relay;
  readonly recorder?: Pick<Recorder, 'answered'>;
  /** Whether what was let through would be let through as it is now. */
  readonly stillStands: (call: Call) => boolean;
}

/** Sends the call to its server. The innermost step. */
export function dispatch({ upstream, relay, recorder, stillStands }: DispatchDeps): Step {
  return function dispatch(call) {
    const { tool, outgoing: params, caller } = call;
    if (tool === undefined) return Promise.reject(new Error('A call without a tool was to be sent.'));
    if (!isLetThrough(call)) return Promise.reject(new Error('A call that nobody let through was to be sent.'));
    const server = upstream(tool.server);
    if (server === undefined) return Promise.resolve(serverGone(tool.server));
    if (call.attempts === 0) call.onLeave?.();
    call.attempts += 1;
    // It may have to wait for its server, which comes back as another one.
    const check = (): RpcError | undefined => (stillStands(call) ? undefined : changed(call.name));
    const recordAnswers = async (answers: JsonObject): Promise<RpcError | undefined> => {
      const outcome = await recorder?.answered(call, answers);
      return outcome === undefined || outcome.ok ? undefined : unrecordedAnswers(call.name, outcome.error);
    };
    const names = { name: tool.definition.name };
    const order = { server, method: 'tools/call', params, names, caller, check, recordAnswers };
    if (tool.paramHeaders.length === 0) return relay(order);
    return relay({ ...order, headers: mirrorParams(tool.paramHeaders, call.arguments) });
  };
}

const changed = (name: string): RpcError =>
  unsentError('invalidParams', `'${toPrintable(name)}' was changed by its server meanwhile. Call it again.`);

/** Whatever the steps before have become: nothing leaves that was neither allowed nor approved. */
const isLetThrough = ({ decision, approval }: Call): boolean =>
  decision?.kind === 'allow' || (decision?.kind === 'ask' && approval !== undefined);
