import { StringDecoder } from 'node:string_decoder';
import { toPrintable } from './text.ts';

/** The last lines of a stream, in bounded memory. */
export interface LineTail {
  readonly push: (chunk: Buffer) => void;
  /** Oldest first, including an unfinished last line. */
  readonly lines: () => readonly string[];
}

/** @param onLine called with each complete line as it arrives */
export function createLineTail(maxLines: number, maxLength: number, onLine?: (line: string) => void): LineTail {
  const decoder = new StringDecoder('utf8');
  let complete: string[] = [];
  let open = '';
  return {
    push: (chunk) => {
      const parts = (open + decoder.write(chunk)).split('\n');
      // Keep twice the maximum length, which is enough to detect truncation; drop the rest of an endless line.
      open = (parts.pop() ?? '').slice(0, maxLength * 2);
      const lines = parts.map((line) => toPrintable(line, maxLength)).filter((line) => line !== '');
      complete = [...complete, ...lines].slice(-maxLines);
      if (onLine !== undefined) for (const line of lines) onLine(line);
    },
    lines: () => [...complete, toPrintable(open, maxLength)].filter((line) => line !== '').slice(-maxLines),
  };
}
