/** Sends messages one at a time. If the receiver is too slow, drops the oldest waiting ones. */
export interface BoundedSender {
  readonly send: (message: () => Promise<void>, onDropped?: () => void) => void;
}

interface Waiting {
  readonly message: () => Promise<void>;
  readonly onDropped: (() => void) | undefined;
}

export function createBoundedSender(most: number): BoundedSender {
  const waiting: Waiting[] = [];
  let isSending = false;
  const run = async () => {
    isSending = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // Sending fails if the client has disconnected, which is fine.
      await next.message().catch(() => undefined);
    }
    isSending = false;
  };
  return {
    send: (message, onDropped) => {
      waiting.push({ message, onDropped });
      if (waiting.length > most) waiting.shift()?.onDropped?.();
      if (!isSending) void run();
    },
  };
}
