import type { Clock } from '@toolmark/base';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';

/** Shows the recorder every tool that is offered, in small portions: a call comes first. */
export interface SeeTools {
  /** The catalog has changed. */
  readonly changed: () => void;
  readonly close: () => void;
}

/** Servers come one after the other; and while they do, there is enough to do. */
const DELAY_MS = 2_000;
const PORTION = 50;
const PAUSE_MS = 5;

export function createSeeTools(
  catalog: () => Catalog,
  saw: (tools: readonly CatalogTool[]) => void,
  clock: Clock,
): SeeTools {
  let cancel: (() => void) | undefined;
  const show = (tools: readonly CatalogTool[], from: number): void => {
    saw(tools.slice(from, from + PORTION));
    const next = from + PORTION;
    cancel = next < tools.length ? clock.after(PAUSE_MS, () => show(tools, next)) : undefined;
  };
  return {
    changed: () => {
      cancel?.();
      cancel = clock.after(DELAY_MS, () => show(catalog().tools, 0));
    },
    close: () => cancel?.(),
  };
}
