export { codeLoadingVariables } from './code-loading-env.ts';
export { type ConnectionEntry, connectionFields, connectionSchema } from './connection-entry.ts';
export { isLongerThan, isTooDeep, MAX_DEPTH } from './depth.ts';
export { describeMissing, type Expanded, expandVariables, type MissingValue, type Values } from './expand.ts';
export { CHALLENGE_HEADER, instanceProof, isInstance } from './instance-proof.ts';
export { createKnownSecrets, type KnownSecrets } from './known-secrets.ts';
export { HURRIED_SIGNAL_GRACE_MS } from './limits.ts';
export { createLineTail, type LineTail } from './line-tail.ts';
export {
  type ConfigFailure,
  failure,
  invalid,
  type Parsed,
  parseWith,
  readJsonFile,
  readTextFile,
} from './read-file.ts';
export { type RedactText, redactorFor, secretsOf } from './redact.ts';
export { safeText } from './safe-text.ts';
export { type ProcessExit, type ServerProcess, startServer } from './server-process.ts';
export type { CommandTarget, ServerTarget, StreamsTarget, UrlTarget } from './target.ts';
export { toPrintable, toSeconds, toShownUrl } from './text.ts';
export { type TargetContext, toTarget } from './to-target.ts';
