import type { Clock } from '@toolmark/base';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';

/** Passes every offered tool to the recorder, in small portions so that calls are not delayed. */
export interface ToolRecording {
  /** The catalog has changed. */
  readonly changed: () => void;
  readonly close: () => void;
}

/** Debounce: at the start, servers connect one after the other. */
const DELAY_MS = 2_000;
const PORTION = 50;
const PAUSE_MS = 5;

export function createToolRecording(
  catalog: () => Catalog,
  record: (tools: readonly CatalogTool[]) => void,
  clock: Clock,
): ToolRecording {
  let cancel: (() => void) | undefined;
  const recordFrom = (tools: readonly CatalogTool[], from: number): void => {
    record(tools.slice(from, from + PORTION));
    const next = from + PORTION;
    cancel = next < tools.length ? clock.after(PAUSE_MS, () => recordFrom(tools, next)) : undefined;
  };
  return {
    changed: () => {
      cancel?.();
      cancel = clock.after(DELAY_MS, () => recordFrom(catalog().tools, 0));
    },
    close: () => cancel?.(),
  };
}
