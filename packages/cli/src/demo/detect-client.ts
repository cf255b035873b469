import type { Readable } from 'node:stream';

/** A client writes at once to a server that it started. */
const FIRST_MESSAGE_MS = 500;

/**
 * Whether an MCP client is on stdin. `toolmark demo` used to be the demo server, and old configs may still start it as
 * one: such a client would wait forever.
 */
export function isClientOnStdin(stdin: Readable): Promise<boolean> {
  if ('isTTY' in stdin && stdin.isTTY === true) return Promise.resolve(false);
  return new Promise((resolve) => {
    let text = '';
    const finish = (isSpoken: boolean): void => {
      clearTimeout(timer);
      for (const [event, listener] of Object.entries(listeners)) stdin.off(event, listener);
      stdin.pause();
      resolve(isSpoken);
    };
    const listeners = {
      data: (chunk: Buffer | string): void => {
        text += chunk.toString();
        const end = text.indexOf('\n');
        if (end !== -1) finish(isMessage(text.slice(0, end)));
      },
      end: () => finish(false),
      error: () => finish(false),
    };
    const timer = setTimeout(finish, FIRST_MESSAGE_MS, false);
    for (const [event, listener] of Object.entries(listeners)) stdin.on(event, listener);
  });
}

function isMessage(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'jsonrpc' in value;
  } catch {
    return false;
  }
}
