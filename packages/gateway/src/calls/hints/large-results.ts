import type { CatalogTool } from '../../model/catalog.ts';
import type { CheckFinding } from './check-finding.ts';

/** Results that were too long, by tool, for as long as the gateway runs. */
export interface LargeResults {
  /** Whether it is the first of this tool. */
  readonly saw: (tool: CatalogTool, bytes: number, most: number) => boolean;
  readonly of: (tool: CatalogTool) => readonly CheckFinding[];
}

export function createLargeResults(): LargeResults {
  const sizes = new Map<string, { readonly bytes: number; readonly most: number }>();
  return {
    saw: (tool, bytes, most) => {
      if (bytes <= most) return false;
      const key = keyOf(tool);
      const isFirst = !sizes.has(key);
      sizes.set(key, { bytes, most });
      return isFirst;
    },
    of: (tool) => {
      if (sizes.size === 0) return NONE;
      const size = sizes.get(keyOf(tool));
      if (size === undefined) return NONE;
      const message = `Its latest large result had ${size.bytes} bytes, more than the ${size.most} of policy.resultBytes.`;
      return [{ kind: 'large-result', message, about: `results of more than ${size.most} bytes` }];
    },
  };
}

const NONE: readonly CheckFinding[] = [];

const keyOf = ({ server, definition }: CatalogTool): string => JSON.stringify([server, definition.name]);
