import type { Standing } from '@toolmark/api-contract';
import type { CatalogTool } from '../../model/catalog.ts';

/** Tells when there is something new to see about tools, once for all that were looked at. */
export interface Tidings {
  readonly look: (tool: CatalogTool, standing: Standing) => void;
  readonly tell: () => void;
}

export function createTidings(onChange: () => void): Tidings {
  /** Of tools about which there is something to say; of most there is nothing. */
  const seen = new Map<string, string>();
  let isNew = false;
  return {
    look: ({ server, definition }, standing) => {
      const key = JSON.stringify([server, definition.name]);
      const isPlain = standing.state === 'ok' && standing.accepted === null && standing.warnings.length === 0;
      const now = isPlain ? undefined : JSON.stringify(standing);
      if (seen.get(key) === now) return;
      isNew = true;
      if (now === undefined) seen.delete(key);
      else seen.set(key, now);
    },
    tell: () => {
      if (isNew) onChange();
      isNew = false;
    },
  };
}
