export { checkDefinition } from './checks/check-definition.ts';
export { checkShadowing, type ShadowingFinding, type ShadowingTool } from './checks/check-shadowing.ts';
export type { DefinitionCheckKind, DefinitionFinding } from './checks/finding.ts';
export {
  CLIENTS,
  type ClientForecast,
  type ClientKnowledge,
  type ClientPrediction,
  type ClientVerdict,
  predictClients,
} from './clients/clients.ts';
export {
  type DeclaredAnnotations,
  descriptionOf,
  isJsonObject,
  type JsonSchema,
  type MalformedAnnotation,
  parametersOf,
  readAnnotations,
  type ToolDefinition,
  type ToolParameter,
  type ToolTitle,
  titleOf,
} from './definition.ts';
export { type DescriptionParts, formatDescription } from './description/format.ts';
export { type DescriptionContent, type DescriptionExample, readDescription } from './description/read.ts';
export { compareHints, type HintChange, type HintComparison } from './fingerprint/compare-hints.ts';
export { type Fingerprint, fingerprint, hintsFingerprint, proseOf } from './fingerprint/fingerprint.ts';
export { globToRegExp } from './glob.ts';
export {
  classOf,
  DEFAULT_HINTS,
  HINT_NAMES,
  type HintName,
  type Hints,
  isHintName,
  type PartialHints,
  PERMISSIVE_HINTS,
  TOOL_CLASSES,
  type ToolAnnotations,
  type ToolClass,
} from './hints.ts';
export { type Inference, infer } from './infer/infer.ts';
export { type IgnoredFinding, ignoreMatcher } from './lint/ignore.ts';
export { isAtLeast, LINT_RULES, type LintOptions, lint } from './lint/lint.ts';
export { isProfileName, PROFILES, type Profile, type ProfileName, profileOf } from './lint/profiles.ts';
export { type Finding, type LintRule, SEVERITIES, type Severity } from './lint/rule.ts';
export { compareLock, type LockDifference, type PrintedTool } from './lock/compare-lock.ts';
export { comparePin, describeHintChanges, type PinComparison } from './lock/compare-pin.ts';
export {
  EMPTY_LOCK,
  type Lock,
  type Pin,
  type PinAcceptance,
  type PinReview,
  type ServerPins,
  type ToolMeaning,
  type ToolPrint,
  withServerPins,
} from './lock/lock.ts';
export { meaningOf } from './lock/meaning-of.ts';
export { parseLock } from './lock/parse-lock.ts';
export { printLock } from './lock/print-lock.ts';
export { repin } from './lock/repin.ts';
export { type Contradiction, type Doubt, isDoubt } from './resolve/contradictions.ts';
export {
  type EffectiveHint,
  type HintSource,
  type HintTrust,
  type Resolution,
  type ResolveOptions,
  resolve,
  type Suggestion,
  UNREVIEWED_REASON,
  weigh,
} from './resolve/resolve.ts';
export { err, hasCode, ok, type Problem, type Result, toMessage } from './result.ts';
export { type Conformance, type ConformsOptions, conforms } from './schema/conforms.ts';
export { compareRow, compareTable, type TableMismatch } from './table/compare.ts';
export { tableFromTools } from './table/from-tools.ts';
export { printJsonTable } from './table/json.ts';
export { printMarkdownTable } from './table/markdown.ts';
export { parseTable } from './table/parse.ts';
export {
  type ExpectedHint,
  type Table,
  type TableGroup,
  type TableHeading,
  type TableRow,
  tableRows,
} from './table/table.ts';
