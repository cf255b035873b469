export { type Authority, isAddress, isLoopback, isUnspecified, parseAuthority } from './authority.ts';
export { createByteCollector } from './byte-collector.ts';
export { canonicalJson } from './canonical-json.ts';
export { clip } from './clip.ts';
export { type Clock, LONGEST_TIMER_MS, settlesWithin, systemClock } from './clock.ts';
export { openDataDir } from './data-dir.ts';
export { ERRORS, type ErrorEntry, type ErrorName, errorOf } from './errors.ts';
export { decodeHeaderValue, encodeHeaderValue, isHeaderValue } from './header-value.ts';
export { startIdleCollector } from './idle-collector.ts';
export { isNestedDeeper, mayLoseDigits, parseJson, toNumber } from './json.ts';
export type { GatewayLog, Log, LogLevel } from './log.ts';
export { mapTexts } from './map-texts.ts';
export { createLru, createPassingMap, memoizeByObject, type PassingMap } from './maps.ts';
export { PAGE_HEADERS } from './page-headers.ts';
export { parseInSlices, type SliceLimits } from './parse-in-slices.ts';
export { createPause, type Pause, yieldTurn } from './pause.ts';
export { findPrivateAddress, isPrivateAddress, isPrivateHost, lookUp, type ResolveName } from './private-address.ts';
export { requestDigest } from './request-digest.ts';
export {
  type Era,
  failed,
  type JsonObject,
  META,
  MODERN_VERSION,
  type RpcError,
  type RpcId,
  type RpcNotification,
  type RpcReply,
  result,
} from './rpc.ts';
export { shellWord } from './shell-word.ts';
export { lockFile } from './state/lock-file.ts';
export { readState } from './state/read-state.ts';
export { createFile, isDraft, type ReplaceOptions, replaceFile, versionMark } from './state/replace-file.ts';
export { createStateFile, type StateFile } from './state/state-file.ts';
export { suggest } from './suggest.ts';
export { pause } from './wait.ts';
