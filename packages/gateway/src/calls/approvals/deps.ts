import type { Clock, Log } from '@toolmark/base';
import type { AskConfig } from '@toolmark/config';
import type { ApprovalRecord } from '@toolmark/record';
import type { Present } from './present.ts';

export interface ApprovalsDeps {
  /** Folder of `grants.json` with the lasting grants. */
  readonly dataDir: string;
  /** The current settings. */
  readonly settings: () => AskConfig;
  readonly clock: Clock;
  /** A unique id for an approval or a grant. */
  readonly newId: () => string;
  /** A random token with at least 128 bits. */
  readonly secret: () => string;
  readonly present: Present;
  /** Turns a client's text into a printable line without secrets. */
  readonly label: (value: unknown) => string | null;
  /** A session ends after this long without a call. */
  readonly sessionIdleMs: number;
  /** The address of a path of the page; `undefined` without a page. */
  readonly pageUrl: (path: string) => string | undefined;
  /** Whether people can answer outside of the calling client, which requires a running gateway; default true. */
  readonly outside?: () => boolean;
  readonly record: ApprovalRecord;
  readonly log: Pick<Log, 'error'>;
}
