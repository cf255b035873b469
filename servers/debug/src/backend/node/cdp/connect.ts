import { connect as connectSocket, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { err, ok, type Result } from '../../../result.ts';
import { type CdpSession, createDispatcher } from './dispatcher.ts';
import { createFrameWriter } from './frame-writer.ts';
import type { Method } from './protocol.ts';

export interface Connection extends CdpSession {
  readonly close: () => void;
  /** Called once, when the connection is closed by either side. */
  readonly onClose: (listener: () => void) => void;
}

/** The debuggee may send large strings, but not so large that they exhaust our memory. */
const MAX_BYTES = 512 * 1024 * 1024;
const MOVES: ReadonlySet<string> = new Set<Method>([
  'Debugger.resume',
  'Debugger.stepInto',
  'Debugger.stepOver',
  'Debugger.stepOut',
  'Runtime.runIfWaitingForDebugger',
]);

/** Connects to an inspector. `ws` reads its messages; we write requests ourselves, see `createFrameWriter`. */
export async function connect(url: string, deadline: AbortSignal): Promise<Result<Connection, string>> {
  const { hostname, port } = new URL(url);
  const socket = connectSocket({ host: hostname, port: Number(port), noDelay: true });
  const webSocket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: MAX_BYTES,
    createConnection: () => socket,
  });
  const problem = await waitUntilOpen(webSocket, deadline);
  if (problem !== undefined) {
    webSocket.on('error', () => undefined);
    webSocket.terminate();
    socket.destroy();
    return err(problem);
  }
  return ok(talk(webSocket, socket));
}

function talk(webSocket: WebSocket, socket: Socket): Connection {
  const writer = createFrameWriter(socket);
  const dispatcher = createDispatcher((text) => {
    if (!socket.destroyed) writer.write(text);
  });
  const listeners: (() => void)[] = [];
  // Three messages follow each other between a resume and its stop.
  let isMoving = false;
  webSocket.on('message', (data) => {
    const text = data.toString();
    if (isMoving && text.startsWith('{"method":"Debugger.paused"')) isMoving = false;
    dispatcher.receive(text);
    // More messages will follow, which the inspector delays until we acknowledge.
    if (isMoving || dispatcher.waiting() > 0) writer.acknowledge();
  });
  webSocket.on('error', () => undefined);
  webSocket.once('close', () => {
    dispatcher.close('The connection to the debuggee has ended.');
    for (const listener of listeners) listener();
  });
  return {
    send: (method, params, timeoutMs) => {
      if (MOVES.has(method) || method === 'NodeWorker.sendMessageToWorker') isMoving = true;
      return dispatcher.send(method, params, timeoutMs);
    },
    onEvent: dispatcher.onEvent,
    close: () => {
      // A frame may be half-written, so skip the closing handshake; the inspector treats the lost connection as a
      // close.
      socket.destroy();
      webSocket.terminate();
    },
    onClose: (listener) => {
      listeners.push(listener);
    },
  };
}

function waitUntilOpen(webSocket: WebSocket, deadline: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const settle = (problem: string | undefined) => {
      deadline.removeEventListener('abort', late);
      resolve(problem);
    };
    const late = () => settle('The inspector did not answer in time.');
    if (deadline.aborted) return settle('The inspector did not answer in time.');
    deadline.addEventListener('abort', late, { once: true });
    webSocket.once('open', () => settle(undefined));
    webSocket.once('error', (error) => settle(error.message));
    webSocket.once('close', () => settle('The inspector closed the line.'));
  });
}
