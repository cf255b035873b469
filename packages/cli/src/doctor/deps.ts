import type { checkConfig } from '@toolmark/config';
import type { checkRecord } from '@toolmark/gateway';

/** The doctor's outside dependencies, which tests replace. */
export interface DoctorDeps {
  readonly checkConfig: typeof checkConfig;
  readonly checkRecord: typeof checkRecord;
  /** Without the `v`. */
  readonly nodeVersion: string;
  readonly platform: string;
  readonly home: string;
}
