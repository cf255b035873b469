import type { Standing } from '@toolmark/api-contract';
import type { CatalogTool } from '../../model/catalog.ts';

/** Reports changed standings, once for all tools that were compared. */
export interface StandingChanges {
  readonly compare: (tool: CatalogTool, standing: Standing) => void;
  /** Calls `onChange` if a standing has changed since the last report. */
  readonly report: () => void;
}

export function createStandingChanges(onChange: () => void): StandingChanges {
  /** The last standing of each tool, as JSON; without the plain standing that most tools have. */
  const known = new Map<string, string>();
  let hasChanged = false;
  return {
    compare: ({ server, definition }, standing) => {
      const key = JSON.stringify([server, definition.name]);
      const isPlain = standing.state === 'ok' && standing.accepted === null && standing.warnings.length === 0;
      const now = isPlain ? undefined : JSON.stringify(standing);
      if (known.get(key) === now) return;
      hasChanged = true;
      if (now === undefined) known.delete(key);
      else known.set(key, now);
    },
    report: () => {
      if (hasChanged) onChange();
      hasChanged = false;
    },
  };
}
