import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

export type { Protocol } from 'devtools-protocol';

/** Commands of Node beyond those of a browser. */
interface NodeCommands {
  'NodeRuntime.notifyWhenWaitingForDisconnect': { paramsType: [{ readonly enabled: boolean }]; returnType: object };
  'NodeWorker.enable': { paramsType: [{ readonly waitForDebuggerOnStart: boolean }]; returnType: object };
  'NodeWorker.sendMessageToWorker': {
    paramsType: [{ readonly sessionId: string; readonly message: string }];
    returnType: object;
  };
  'NodeWorker.detach': { paramsType: [{ readonly sessionId: string }]; returnType: object };
}

type Domains = 'Debugger' | 'Runtime' | 'HeapProfiler';
type BrowserCommands = Pick<ProtocolMapping.Commands, Extract<keyof ProtocolMapping.Commands, `${Domains}.${string}`>>;
type Commands = NodeCommands & BrowserCommands;

export type Method = keyof Commands;
export type ParamsOf<M extends Method> = Commands[M]['paramsType'] extends [(infer P)?] ? NonNullable<P> : object;
export type AnswerOf<M extends Method> = Commands[M]['returnType'] extends void ? object : Commands[M]['returnType'];

export interface WorkerInfo {
  readonly workerId: string;
  readonly title: string;
  readonly url: string;
}

/** The events that we handle. */
export type CdpEvent =
  | { readonly method: 'Debugger.paused'; readonly params: Protocol.Debugger.PausedEvent }
  | { readonly method: 'Debugger.resumed'; readonly params: object }
  | { readonly method: 'Debugger.scriptParsed'; readonly params: Protocol.Debugger.ScriptParsedEvent }
  | { readonly method: 'Debugger.breakpointResolved'; readonly params: Protocol.Debugger.BreakpointResolvedEvent }
  | { readonly method: 'Runtime.bindingCalled'; readonly params: Protocol.Runtime.BindingCalledEvent }
  | {
      readonly method: 'Runtime.executionContextCreated';
      readonly params: Protocol.Runtime.ExecutionContextCreatedEvent;
    }
  | {
      readonly method: 'Runtime.executionContextDestroyed';
      readonly params: Protocol.Runtime.ExecutionContextDestroyedEvent;
    }
  | {
      readonly method: 'HeapProfiler.addHeapSnapshotChunk';
      readonly params: Protocol.HeapProfiler.AddHeapSnapshotChunkEvent;
    }
  | {
      readonly method: 'NodeWorker.attachedToWorker';
      readonly params: {
        readonly sessionId: string;
        readonly workerInfo: WorkerInfo;
        readonly waitingForDebugger: boolean;
      };
    }
  | { readonly method: 'NodeWorker.detachedFromWorker'; readonly params: { readonly sessionId: string } }
  | {
      readonly method: 'NodeWorker.receivedMessageFromWorker';
      readonly params: { readonly sessionId: string; readonly message: string };
    }
  | { readonly method: 'NodeRuntime.waitingForDisconnect'; readonly params: object };
