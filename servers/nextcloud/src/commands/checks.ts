import { NextcloudError } from '../errors.ts';
import { OAuthSetupError } from '../oauth/issuer.ts';

export interface Check {
  readonly name: string;
  readonly isGood: boolean;
  readonly text: string;
}

export interface Checks {
  readonly found: readonly Check[];
  /** Runs a check and records its result, or the reason of its failure. Returns whether it passed. */
  readonly run: (name: string, work: () => string | Promise<string>) => Promise<boolean>;
}

/** The results in order. Unexpected errors are rethrown. */
export function createChecks(): Checks {
  const found: Check[] = [];
  return {
    found,
    run: async (name, work) => {
      try {
        found.push({ name, isGood: true, text: await work() });
        return true;
      } catch (error) {
        if (!(error instanceof NextcloudError) && !(error instanceof OAuthSetupError)) throw error;
        found.push({ name, isGood: false, text: error.message });
        return false;
      }
    },
  };
}
