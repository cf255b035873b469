/** Sends one message after the other. Where the receiver is too slow, the oldest that wait are dropped, and counted. */
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
      // A client that is gone hears nothing, and nothing is wrong with that.
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
