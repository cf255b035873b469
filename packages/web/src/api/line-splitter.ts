export interface LineSplitter {
  readonly take: (text: string) => readonly string[];
  /** The text after the last line break. */
  readonly rest: () => readonly string[];
}

/** Splits a chunked stream into lines, and drops empty ones. */
export function createLineSplitter(): LineSplitter {
  let kept = '';
  const whole = (lines: readonly string[]): readonly string[] => lines.filter((line) => line.trim() !== '');
  return {
    take: (text) => {
      const lines = (kept + text).split('\n');
      kept = lines.pop() ?? '';
      return whole(lines);
    },
    rest: () => {
      const last = kept;
      kept = '';
      return whole([last]);
    },
  };
}
