import { NextcloudError } from '../errors.ts';
import { OAuthSetupError } from '../oauth/issuer.ts';

export interface Check {
  readonly name: string;
  readonly isGood: boolean;
  readonly text: string;
}

export interface Checks {
  readonly found: readonly Check[];
  /** Notes what a check found, or why it failed. Gives whether it is good. */
  readonly run: (name: string, work: () => string | Promise<string>) => Promise<boolean>;
}

/** What was checked, in order. Errors that are no answer to the question are thrown on. */
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
