/** Removes the inspector's lines from the program's stderr. */
interface StderrFilter {
  /** Returns the program's own bytes; holds back a possible start of an inspector's line. */
  readonly push: (data: Buffer) => Buffer;
  /** Returns the held-back bytes. */
  readonly flush: () => Buffer;
  /** The inspector's URL, once it has been announced. */
  readonly url: () => string | undefined;
}

const LISTENING = /Debugger listening on (ws:\/\/\S+)\r?\n/;
const HELP = /For help, see: \S+\r?\n/;
const FIXED = ['Debugger attached.\n', 'Waiting for the debugger to disconnect...\n'];
/** The inspector writes first; output longer than this before it is not from it. */
const MAX_BEFORE = 65_536;

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

  /** Removes a match; latin1 preserves every byte. */
  const cut = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(held.toString('latin1'));
    if (match !== null) held = withoutRange(held, match.index, match[0].length);
    return match;
  };

  return {
    url: () => url,
    push: (data) => {
      held = Buffer.concat([held, data]);
      if (url === undefined) {
        url = cut(LISTENING)?.[1];
        if (url === undefined) return held.length > MAX_BEFORE ? take() : Buffer.alloc(0);
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
        held = withoutRange(held, at, line.length);
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

const withoutRange = (data: Buffer, at: number, length: number): Buffer =>
  Buffer.concat([data.subarray(0, at), data.subarray(at + length)]);

/** How many of the last bytes may be the start of an expected line. */
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
