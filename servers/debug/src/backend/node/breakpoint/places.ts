import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { SourceMaps } from '../source/source-maps.ts';

/** A location for V8; 0-based. */
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

/** All compiled locations of a source line: the line itself if the file runs directly, and those from source maps. */
export function placesOf(maps: SourceMaps, asked: Asked): readonly Place[] {
  const column = asked.column === undefined ? undefined : asked.column - 1;
  const places: Place[] = urlsOf(asked.file).map((url) => ({ url, line: asked.line - 1, column }));
  for (const file of filesOf(asked.file)) {
    for (const map of maps.naming(file)) {
      const line = map.linesOf(file).find((each) => each >= asked.line);
      if (line === undefined) continue;
      const seen = new Set<number>();
      for (const at of map.toGenerated(file, line, line === asked.line ? (column ?? 0) : 0)) {
        // Several locations on one compiled line belong to the same statement.
        if (seen.has(at.line)) continue;
        seen.add(at.line);
        for (const url of urlsOf(map.generated)) places.push({ url, line: at.line - 1, column: at.column });
      }
    }
  }
  return [...new Map(places.map((place) => [keyOf(place), place])).values()];
}

/** The nearest line with code according to source maps. */
export function nearestMappedLine(maps: SourceMaps, asked: Asked): number | undefined {
  const lines = filesOf(asked.file).flatMap((file) => maps.naming(file).flatMap((map) => map.linesOf(file)));
  return nearest(lines, asked.line);
}

/** The next line if there is one, else the previous. */
export function nearest(lines: readonly number[], line: number): number | undefined {
  const after = lines.filter((each) => each >= line);
  return after.length > 0 ? Math.min(...after) : lines.length > 0 ? Math.max(...lines) : undefined;
}

/** Node uses real paths, people may use links. */
export function filesOf(file: string): readonly string[] {
  try {
    return [...new Set([file, realpathSync(file)])];
  } catch {
    return [file];
  }
}

const urlsOf = (file: string): readonly string[] => filesOf(file).map((each) => pathToFileURL(each).href);
