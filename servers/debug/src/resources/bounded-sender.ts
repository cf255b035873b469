/** Sends messages one at a time. If the receiver is too slow, drops and counts the oldest waiting ones. */
export interface BoundedSender {
  readonly send: (message: () => Promise<void>) => void;
  readonly dropped: () => number;
}

export function createBoundedSender(most: number): BoundedSender {
  const waiting: (() => Promise<void>)[] = [];
  let isSending = false;
  let dropped = 0;
  const run = async () => {
    isSending = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // Sending fails if the client has disconnected, which is fine.
      await next().catch(() => undefined);
    }
    isSending = false;
  };
  return {
    send: (message) => {
      waiting.push(message);
      if (waiting.length > most) {
        waiting.shift();
        dropped += 1;
      }
      if (!isSending) void run();
    },
    dropped: () => dropped,
  };
}
