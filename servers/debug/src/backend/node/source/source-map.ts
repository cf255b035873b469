import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  allGeneratedPositionsFor,
  eachMapping,
  FlattenMap,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  sourceContentFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';

/** The line is 1-based and the column 0-based, as in source maps. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** One compiled file and its sources. */
export interface SourceMap {
  /** Absolute. */
  readonly generated: string;
  /** Absolute; sources that are not files are left out. */
  readonly sources: readonly string[];
  readonly toOriginal: (at: Position) => (Position & { readonly file: string }) | undefined;
  /** All compiled locations of the first code on this line. */
  readonly toGenerated: (file: string, line: number, column: number) => readonly Position[];
  /** The lines of a source that have code, in order. */
  readonly linesOf: (file: string) => readonly number[];
  readonly contentOf: (file: string) => string | undefined;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Parses a source map; `undefined` if it is invalid. Its paths are relative to the file `base`. */
export function parseSourceMap(text: string, base: string, generated?: string): SourceMap | undefined {
  let map: TraceMap;
  try {
    map = new FlattenMap(text, pathToFileURL(base).href);
  } catch {
    return undefined;
  }
  const names = new Map<string, string>();
  for (const source of map.resolvedSources) {
    if (source?.startsWith('file:') === true) names.set(fileURLToPath(source), source);
  }
  const lines = new Map<string, readonly number[]>();
  return {
    generated: generated ?? resolve(dirname(base), map.file ?? base.replace(/\.map$/, '')),
    sources: [...names.keys()],
    toOriginal: (at) => {
      const found = originalPositionFor(map, at);
      if (found.source === null || !found.source.startsWith('file:')) return undefined;
      return { file: fileURLToPath(found.source), line: found.line, column: found.column };
    },
    toGenerated: (file, line, column) => {
      const source = names.get(file);
      if (source === undefined) return [];
      return allGeneratedPositionsFor(map, { source, line, column, bias: LEAST_UPPER_BOUND }).flatMap((found) =>
        found.line === null ? [] : [{ line: found.line, column: found.column }],
      );
    },
    linesOf: (file) => {
      const known = lines.get(file) ?? linesWithCode(map, names.get(file));
      lines.set(file, known);
      return known;
    },
    contentOf: (file) => {
      const source = names.get(file);
      return (source === undefined ? undefined : sourceContentFor(map, source)) ?? readText(file);
    },
  };
}

/** Loads the source map that a script names: a file, or an inline map in the URL. */
export function loadSourceMap(script: string, reference: string): SourceMap | undefined {
  const inline = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(reference);
  if (inline !== null) {
    const [, isBase64, body = ''] = inline;
    const text = isBase64 === undefined ? decodeText(body) : Buffer.from(body, 'base64').toString();
    return parseSourceMap(text, script, script);
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(reference) && !reference.startsWith('file:')) return undefined;
  const path = reference.startsWith('file:')
    ? fileURLToPath(reference)
    : resolve(dirname(script), decodeText(reference));
  const text = readText(path);
  return text === undefined ? undefined : parseSourceMap(text, path, script);
}

export function readText(path: string): string | undefined {
  try {
    return statSync(path).size > MAX_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function linesWithCode(map: TraceMap, source: string | undefined): readonly number[] {
  const lines = new Set<number>();
  eachMapping(map, (mapping) => {
    if (mapping.source === source && mapping.originalLine !== null) lines.add(mapping.originalLine);
  });
  return [...lines].sort((one, other) => one - other);
}
