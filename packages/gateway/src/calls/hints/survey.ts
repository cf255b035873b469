import type { Clock } from '@toolmark/base';
import type { CatalogTool } from '../../model/catalog.ts';

/** Goes through all tools that are offered, in small portions: a call comes first. */
export interface Survey {
  /** There is something to look at. Whatever changes while it is under way is looked at right after. */
  readonly start: () => void;
  /** Looks at what is left, at once. */
  readonly finish: () => void;
  readonly close: () => void;
}

export interface SurveyDeps {
  readonly tools: () => readonly CatalogTool[];
  readonly look: (tool: CatalogTool) => void;
  /** Every tool has been looked at. */
  readonly done: () => void;
  readonly clock: Clock;
}

/** Servers come one after the other. */
export const SURVEY_AFTER_MS = 100;
const PORTION = 50;
const PAUSE_MS = 5;

export function createSurvey({ tools, look, done, clock }: SurveyDeps): Survey {
  let cancel: (() => void) | undefined;
  let isUnderWay = false;
  let isStale = false;

  const begin = (): void => {
    cancel = clock.after(SURVEY_AFTER_MS, () => {
      isUnderWay = true;
      isStale = false;
      goOn(tools(), 0);
    });
  };
  const goOn = (all: readonly CatalogTool[], from: number): void => {
    const next = from + PORTION;
    for (const tool of all.slice(from, next)) look(tool);
    if (next < all.length) {
      cancel = clock.after(PAUSE_MS, () => goOn(all, next));
      return;
    }
    isUnderWay = false;
    cancel = undefined;
    if (isStale) begin();
    done();
  };
  return {
    start: () => {
      if (isUnderWay) isStale = true;
      else if (cancel === undefined) begin();
    },
    finish: () => {
      if (cancel === undefined) return;
      cancel();
      cancel = undefined;
      isUnderWay = false;
      for (const tool of tools()) look(tool);
      done();
    },
    close: () => cancel?.(),
  };
}
