import type { SourceMap } from './source-map.ts';

/** All known source maps, by source and by compiled file. */
export interface SourceMaps {
  /** Whether it was new. */
  readonly add: (map: SourceMap) => boolean;
  readonly ofGenerated: (file: string) => SourceMap | undefined;
  readonly naming: (source: string) => readonly SourceMap[];
}

export function createSourceMaps(): SourceMaps {
  const byGenerated = new Map<string, SourceMap>();
  return {
    add: (map) => {
      const isNew = !byGenerated.has(map.generated);
      // A map named by the script replaces one found on disk, which may be stale.
      byGenerated.set(map.generated, map);
      return isNew;
    },
    ofGenerated: (file) => byGenerated.get(file),
    naming: (source) => [...byGenerated.values()].filter(({ sources }) => sources.includes(source)),
  };
}
