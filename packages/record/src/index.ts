export type { ApprovalRecord, RecordedQuestion } from './approval-record.ts';
export { type Bodies, createBodies, EDGE } from './body/bodies.ts';
export { clip } from './body/clip.ts';
export { cutBytes } from './body/cut.ts';
export { checkRecord, type RecordCheck } from './check-record.ts';
export { loadDigestKey } from './digest/digest-key.ts';
export {
  createParamsDigest,
  type DigestedCall,
  type ForwardedParams,
  type ParamsDigest,
} from './digest/params-digest.ts';
export type {
  ApprovalEndEntry,
  ApprovalEntry,
  AttemptFailure,
  Begin,
  Body,
  EndEntry,
  Entry,
  MenuEntry,
  RiskLeg,
  RoundEntry,
  SessionEndEntry,
  SessionEntry,
  VersionEntry,
} from './entry.ts';
export { createListeners } from './listeners.ts';
export { nameInstance } from './name-instance.ts';
export { createFlushing, createOutbox, type Outbox } from './outbox.ts';
export { createReaderClient } from './reader/reader-client.ts';
export type { RecordConfig, RedactConfig } from './record-config.ts';
export { recordFile, recordFolder } from './record-file.ts';
export { markerOf } from './redact/marker.ts';
export { createRedactor, type Redactor } from './redact/redactor.ts';
export { retentionOf } from './retention.ts';
export { type SentSummary, toSentParams } from './sent-summary.ts';
export { type CallKey, createSequence } from './sequence.ts';
export { parseCursor } from './store/read/cursor.ts';
export { parseSessionCursor } from './store/read/session-cursor.ts';
export { parseSearch } from './store/search-terms.ts';
export type {
  ApprovalFilter,
  CallFilter,
  EventBatch,
  ExportPiece,
  Page,
  StoreReader,
  ToolVersion,
} from './store/store.ts';
export { createWriterClient, type WriterState } from './writer/writer-client.ts';
