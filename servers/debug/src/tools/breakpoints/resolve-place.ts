import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Outcome } from '../../backend/backend.ts';
import { err, ok } from '../../result.ts';
import type { Call } from '../define-tool.ts';

export interface Place {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;
}

/** The parameters for a location. */
export const PLACE: {
  readonly file: z.ZodString;
  readonly line: z.ZodNumber;
  readonly column: z.ZodOptional<z.ZodNumber>;
} = {
  file: z.string().trim().min(1).describe("Source file: absolute, or relative to the program's working directory"),
  line: z.number().int().min(1).describe('Line, from 1'),
  column: z.number().int().min(1).optional().describe('Column, from 1, to choose one of several statements of a line'),
};

const MAX_SOURCE_BYTES = 16_777_216;

/** Checks a breakpoint's location: an existing file, and a line and column in it. */
export async function resolvePlace(
  asked: { readonly file: string; readonly line: number; readonly column?: number | undefined },
  { engine, cwd }: Call,
): Promise<Outcome<Place>> {
  const file = resolve(engine.current()?.cwd ?? cwd, asked.file);
  const place = { file, line: asked.line, column: asked.column };
  const source = await readSource(file);
  switch (source.kind) {
    case 'missing':
      return (await isKnown(file, engine)) ? ok(place) : noFile(asked.file, `There is no file ${file}.`, file);
    case 'special':
      return noFile(asked.file, `${file} is no file that could be read, but a folder, a pipe or a device.`, file);
    case 'large':
      return ok(place);
    case 'lines':
      return inside(place, source.lines);
  }
}

function inside(place: Place, lines: readonly string[]): Outcome<Place> {
  const { file, line, column } = place;
  if (line > lines.length) {
    return err({
      code: 'INVALID_LINE',
      message: `${file} has ${lines.length} lines; there is no line ${line}.`,
      details: { file, requestedLine: line, nearestValidLine: lines.length },
    });
  }
  const length = lines[line - 1]?.length ?? 0;
  if (column === undefined || column <= length + 1) return ok(place);
  return err({
    code: 'INVALID_COLUMN',
    message: `Line ${line} of ${file} has ${length} characters; there is no column ${column}.`,
    details: { file, line, requestedColumn: column, length },
  });
}

type Source =
  | { readonly kind: 'missing' | 'special' | 'large' }
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

async function readSource(file: string): Promise<Source> {
  try {
    const facts = await stat(file);
    // Don't read pipes and devices, which may never end; neither do some files under /proc, which report size 0.
    if (!facts.isFile()) return { kind: 'special' };
    if (facts.size === 0) return { kind: 'lines', lines: [''] };
    if (facts.size > MAX_SOURCE_BYTES) return { kind: 'large' };
    const lines = (await readFile(file, 'utf8')).split(/\r\n|\n|\r/);
    return { kind: 'lines', lines: lines.at(-1) === '' && lines.length > 1 ? lines.slice(0, -1) : lines };
  } catch {
    return { kind: 'missing' };
  }
}

/** Whether the program knows a source that is missing on this machine. */
async function isKnown(file: string, engine: Call['engine']): Promise<boolean> {
  const sources = await engine.whileLive({ code: 'INVALID_FILE' }, ({ backend }) => backend.sources());
  return sources.ok && sources.value.includes(file);
}

function noFile(asked: string, what: string, resolved: string): Outcome<never> {
  return err({
    code: 'INVALID_FILE',
    message: `${what} Give the absolute path of a source file.`,
    details: { file: asked, resolved },
  });
}
