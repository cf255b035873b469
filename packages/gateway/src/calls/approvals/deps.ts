import type { Clock, Log } from '@toolmark/base';
import type { AskConfig } from '@toolmark/config';
import type { ApprovalRecord } from '@toolmark/record';
import type { Present } from './present.ts';

/** What asking needs from the world around it. */
export interface ApprovalsDeps {
  /** Where grants that last are kept, as `grants.json`. */
  readonly dataDir: string;
  /** As they count now. */
  readonly settings: () => AskConfig;
  readonly clock: Clock;
  /** Of an approval or a grant: unique. */
  readonly newId: () => string;
  /** A token that nobody can guess, at least 128 bits of it. */
  readonly secret: () => string;
  readonly present: Present;
  /** What a client says of itself, fit to be stored and shown. */
  readonly label: (value: unknown) => string | null;
  /** A session in which nothing happened for so long is over. */
  readonly sessionIdleMs: number;
  /** Where people can answer a question; `undefined` where there is no page. */
  readonly pageUrl: (id: string) => string | undefined;
  /** Whether anybody can answer elsewhere than in the client that calls: not where no gateway is running. They can unless given. */
  readonly outside?: () => boolean;
  readonly record: ApprovalRecord;
  readonly log: Pick<Log, 'error'>;
}
