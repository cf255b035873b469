import type { RecordConfig } from './record-config.ts';
import type { RetentionLimits } from './store/store.ts';

/** Enough for listeners that were away for minutes under load. */
const EVENT_BATCHES = 20_000;

export const retentionOf = ({ retention }: Pick<RecordConfig, 'retention'>): RetentionLimits => ({
  ...retention,
  events: EVENT_BATCHES,
});
