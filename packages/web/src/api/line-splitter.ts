export interface LineSplitter {
  readonly take: (text: string) => readonly string[];
  /** What came after the last line break. */
  readonly rest: () => readonly string[];
}

/** Puts lines together from however a network has cut them; empty ones are none. */
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
