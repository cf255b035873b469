import type { checkConfig, checkRecord } from '@toolmark/gateway';

/** What a look at the machine needs from outside, handed in so that a test can make up a machine. */
export interface DoctorDeps {
  readonly checkConfig: typeof checkConfig;
  readonly checkRecord: typeof checkRecord;
  /** Without the `v`. */
  readonly nodeVersion: string;
  readonly platform: string;
  readonly home: string;
}
