/** Takes what the inspector writes to the program's stderr out of it. */
interface StderrFilter {
  /** What of these bytes is the program's own; a beginning of an inspector's line is kept back. */
  readonly push: (data: Buffer) => Buffer;
  /** What was kept back. */
  readonly flush: () => Buffer;
  /** Where the inspector listens, once it has said so. */
  readonly url: () => string | undefined;
}

const LISTENING = /Debugger listening on (ws:\/\/\S+)\r?\n/;
const HELP = /For help, see: \S+\r?\n/;
const FIXED = ['Debugger attached.\n', 'Waiting for the debugger to disconnect...\n'];
/** The inspector speaks first; whatever is longer than this before it does is not from it. */
const MOST_BEFORE = 65_536;

export function createStderrFilter(): StderrFilter {
  let held: Buffer = Buffer.alloc(0);
  let url: string | undefined;
  let needsHelp = false;
  const expected = [...FIXED];

  const take = (): Buffer => {
    const whole = held;
    held = Buffer.alloc(0);
    return whole;
  };

  /** Cuts a pattern out; latin1 keeps every byte where it is. */
  const cut = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(held.toString('latin1'));
    if (match !== null) held = without(held, match.index, match[0].length);
    return match;
  };

  return {
    url: () => url,
    push: (data) => {
      held = Buffer.concat([held, data]);
      if (url === undefined) {
        url = cut(LISTENING)?.[1];
        if (url === undefined) return held.length > MOST_BEFORE ? take() : Buffer.alloc(0);
        needsHelp = true;
      }
      const help = needsHelp ? cut(HELP)?.[0] : undefined;
      if (help !== undefined) {
        needsHelp = false;
        expected.push(`Debugger ending on ${url}\n${help}`);
      }
      for (const line of [...expected]) {
        const at = held.indexOf(line);
        if (at < 0) continue;
        held = without(held, at, line.length);
        expected.splice(expected.indexOf(line), 1);
      }
      const kept = needsHelp ? beginningOf(held, ['For help, see: ']) : beginningOf(held, expected);
      const ready = held.subarray(0, held.length - kept);
      held = held.subarray(held.length - kept);
      return ready;
    },
    flush: take,
  };
}

const without = (data: Buffer, at: number, length: number): Buffer =>
  Buffer.concat([data.subarray(0, at), data.subarray(at + length)]);

/** How many of the last bytes may be the beginning of a line that is still expected. */
function beginningOf(data: Buffer, lines: readonly string[]): number {
  let most = 0;
  for (const line of lines) {
    for (let length = Math.min(line.length - 1, data.length); length > most; length -= 1) {
      if (data.subarray(data.length - length).equals(Buffer.from(line.slice(0, length)))) most = length;
    }
    const at = data.indexOf(line);
    if (at >= 0) most = Math.max(most, data.length - at);
  }
  return most;
}
