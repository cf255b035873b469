import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { Outcome } from '../../backend/backend.ts';
import { err, ok } from '../../result.ts';
import type { Call } from '../define-tool.ts';

export interface Place {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;
}

const LARGEST_SOURCE = 16_777_216;

/** Where a breakpoint shall be: a file that is there, and a line and a column that it has. */
export async function resolvePlace(
  asked: { readonly file: string; readonly line: number; readonly column?: number | undefined },
  { engine, cwd }: Call,
): Promise<Outcome<Place>> {
  const file = isAbsolute(asked.file) ? resolve(asked.file) : resolve(engine.current()?.cwd ?? cwd, asked.file);
  const place = { file, line: asked.line, column: asked.column };
  const lines = await readLines(file);
  if (lines === undefined) return (await isKnown(file, engine)) ? ok(place) : noFile(asked.file, file);
  if (asked.line > lines.length) {
    return err({
      code: 'INVALID_LINE',
      message: `${file} has ${lines.length} lines; there is no line ${asked.line}.`,
      details: { file, requestedLine: asked.line, nearestValidLine: lines.length },
    });
  }
  const length = lines[asked.line - 1]?.length ?? 0;
  if (asked.column === undefined || asked.column <= length + 1) return ok(place);
  return err({
    code: 'INVALID_COLUMN',
    message: `Line ${asked.line} of ${file} has ${length} characters; there is no column ${asked.column}.`,
    details: { file, line: asked.line, requestedColumn: asked.column, length },
  });
}

async function readLines(file: string): Promise<readonly string[] | undefined> {
  try {
    const { size } = await stat(file);
    if (size > LARGEST_SOURCE) return undefined;
    const lines = (await readFile(file, 'utf8')).split(/\r\n|\n|\r/);
    return lines.at(-1) === '' && lines.length > 1 ? lines.slice(0, -1) : lines;
  } catch {
    return undefined;
  }
}

/** Programs may know sources that are not on this machine. */
async function isKnown(file: string, engine: Call['engine']): Promise<boolean> {
  const sources = await engine.whileLive({ code: 'INVALID_FILE' }, ({ backend }) => backend.sources());
  return sources.ok && sources.value.includes(file);
}

function noFile(asked: string, file: string): Outcome<never> {
  return err({
    code: 'INVALID_FILE',
    message: `There is no file ${file}. Give the absolute path of a source file.`,
    details: { file: asked, resolved: file },
  });
}
