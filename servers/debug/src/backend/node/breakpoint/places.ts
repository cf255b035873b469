import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { SourceMaps } from '../source/source-maps.ts';

/** Where V8 is told to stop; counted from 0. */
export interface Place {
  readonly url: string;
  readonly line: number;
  readonly column: number | undefined;
}

export interface Asked {
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;
}

export const keyOf = ({ url, line, column }: Place): string => `${url}:${line}:${column ?? ''}`;

/** All places that a line of a source may have become: itself, where it runs as it is, and what maps say of it. */
export function placesOf(maps: SourceMaps, asked: Asked): readonly Place[] {
  const column = asked.column === undefined ? undefined : asked.column - 1;
  const places: Place[] = urlsOf(asked.file).map((url) => ({ url, line: asked.line - 1, column }));
  for (const file of filesOf(asked.file)) {
    for (const map of maps.naming(file)) {
      const line = map.linesOf(file).find((each) => each >= asked.line);
      if (line === undefined) continue;
      const seen = new Set<number>();
      for (const at of map.toGenerated(file, line, line === asked.line ? (column ?? 0) : 0)) {
        // Several places on one line of compiled code are parts of the same statement.
        if (seen.has(at.line)) continue;
        seen.add(at.line);
        for (const url of urlsOf(map.generated)) places.push({ url, line: at.line - 1, column: at.column });
      }
    }
  }
  return [...new Map(places.map((place) => [keyOf(place), place])).values()];
}

/** The nearest line with code that maps know of. */
export function nearestMappedLine(maps: SourceMaps, asked: Asked): number | undefined {
  const lines = filesOf(asked.file).flatMap((file) => maps.naming(file).flatMap((map) => map.linesOf(file)));
  return nearest(lines, asked.line);
}

/** The next line if there is one, else the one before. */
export function nearest(lines: readonly number[], line: number): number | undefined {
  const after = lines.filter((each) => each >= line);
  return after.length > 0 ? Math.min(...after) : lines.length > 0 ? Math.max(...lines) : undefined;
}

/** Node knows files by their real paths, people also by links to them. */
export function filesOf(file: string): readonly string[] {
  try {
    return [...new Set([file, realpathSync(file)])];
  } catch {
    return [file];
  }
}

const urlsOf = (file: string): readonly string[] => filesOf(file).map((each) => pathToFileURL(each).href);
