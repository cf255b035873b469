import type { SourceMap } from './source-map.ts';

/** Every map that is known, found either way round. */
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
      // What the script itself named is nearer to the truth than what lay on the disk.
      byGenerated.set(map.generated, map);
      return isNew;
    },
    ofGenerated: (file) => byGenerated.get(file),
    naming: (source) => [...byGenerated.values()].filter(({ sources }) => sources.includes(source)),
  };
}
