import type { CatalogTool } from '../../model/catalog.ts';
import type { CheckFinding } from './check-finding.ts';

/** The tools whose results exceeded the size limit since the gateway started. */
export interface LargeResults {
  /** Adds a result of more than `limit` bytes. Returns whether it is the tool's first. */
  readonly add: (tool: CatalogTool, bytes: number, limit: number) => boolean;
  readonly of: (tool: CatalogTool) => readonly CheckFinding[];
}

export function createLargeResults(): LargeResults {
  const sizes = new Map<string, { readonly bytes: number; readonly limit: number }>();
  return {
    add: (tool, bytes, limit) => {
      const key = keyOf(tool);
      const isFirst = !sizes.has(key);
      sizes.set(key, { bytes, limit });
      return isFirst;
    },
    of: (tool) => {
      if (sizes.size === 0) return NONE;
      const size = sizes.get(keyOf(tool));
      if (size === undefined) return NONE;
      const message = `Its latest large result had ${size.bytes} bytes, more than the ${size.limit} of policy.resultBytes.`;
      return [{ kind: 'large-result', message, about: `results of more than ${size.limit} bytes` }];
    },
  };
}

const NONE: readonly CheckFinding[] = [];

const keyOf = ({ server, definition }: CatalogTool): string => JSON.stringify([server, definition.name]);
