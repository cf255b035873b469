import {
  type DeclaredAnnotations,
  readAnnotations,
  type ToolDefinition,
  type ToolTitle,
  titleOf,
} from '../definition.ts';
import {
  classOf,
  DEFAULT_HINTS,
  HINT_NAMES,
  type HintName,
  type Hints,
  type PartialHints,
  PERMISSIVE_HINTS,
  type ToolClass,
} from '../hints.ts';
import { type Inference, infer } from '../infer/infer.ts';
import { show } from '../show.ts';
import { type Contradiction, type Doubt, findContradictions, findDoubts } from './contradictions.ts';

/**
 * The source of a hint's value, strongest first: a person, a proof, the server, words or other hints (which only
 * tighten), MCP's default.
 */
export type HintSource = 'override' | 'verified' | 'declared' | 'inferred' | 'default';

/** The effective value of one hint, and the reason. */
export interface EffectiveHint {
  readonly value: boolean;
  readonly source: HintSource;
  /** The server's declared value, if any. */
  readonly declared: boolean | undefined;
  /** One sentence for people. */
  readonly reason: string;
}

/** A hint that the definition's words support but the server does not declare. Shown to people, never acted on. */
export interface Suggestion {
  readonly hint: HintName;
  readonly value: boolean;
  readonly because: string;
}

/** The result of weighing everything known about a tool. */
export interface Resolution {
  readonly title: ToolTitle;
  readonly class: ToolClass;
  readonly hints: Readonly<Record<HintName, EffectiveHint>>;
  readonly contradictions: readonly Contradiction[];
  /** Hints that count as the stricter value because the server's word is not enough. */
  readonly doubts: readonly Doubt[];
  readonly suggestions: readonly Suggestion[];
  /** The server's relaxing claims that do not count until a person accepts them; empty unless `trust` is `review`. */
  readonly unreviewed: readonly HintName[];
}

/**
 * When a server's declared hints count: relaxing ones after a person's `review`, always (`declared`), only after
 * `verified` by running the tool, or never. Overrides always count.
 */
export type HintTrust = 'review' | 'declared' | 'verified' | 'none';

export interface ResolveOptions {
  /** Hints that a person set. An absent key leaves the hint unchanged. */
  readonly override?: PartialHints;
  /** The author and reason of the override, repeated in each hint's reason; `set by a person` by default. */
  readonly overrideReason?: string;
  /** Hints that were proven by running the tool. */
  readonly evidence?: PartialHints;
  /** `declared` by default. */
  readonly trust?: HintTrust;
  /** The relaxing claims that a person accepted, which count if `trust` is `review`; none by default. */
  readonly reviewed?: readonly HintName[];
}

/**
 * Computes the effective hints of a tool from everything known about it. List, policy, page and CLI all use this
 * function.
 *
 * Any source may tighten a hint; only `override` and `evidence` may relax one. A tool that counts as both read-only and
 * destructive is destructive, unless only the server says destructive and a person or a proof says read-only.
 *
 * @example
 * resolve({ name: 'delete_note', annotations: { readOnlyHint: true } }).class // 'destructive', and contradicted
 */
export function resolve(tool: ToolDefinition, options: ResolveOptions = {}): Resolution {
  return weigh(tool, infer(tool), options);
}

/**
 * Like {@link resolve}, with an existing inference, which does not depend on overrides or trust.
 *
 * @example
 * const inference = infer(tool); // once
 * weigh(tool, inference, { trust: 'none' }).class // 'destructive'
 */
export function weigh(tool: ToolDefinition, inference: Inference, options: ResolveOptions = {}): Resolution {
  const declared = readAnnotations(tool);
  const standing = sourcesOfHints(declared, options);
  // Look for contradictions as if the server's word counted: distrusting a tool must not make its contradictions
  // disappear.
  const believed = sourcesOfHints(declared, asIfTrusted(options));
  const contradictions = findContradictions(believed, inference);
  const doubts = findDoubts(believed, inference);
  const hints: Record<HintName, EffectiveHint> = { ...standing };
  // If a hint has two reasons, the contradiction wins over the doubt.
  for (const { hint, message } of [...doubts, ...contradictions]) {
    if (standing[hint].value !== PERMISSIVE_HINTS[hint]) continue;
    hints[hint] = { ...standing[hint], value: !PERMISSIVE_HINTS[hint], source: 'inferred', reason: message };
  }
  return {
    title: titleOf(tool),
    class: classOf(hintValues(hints)),
    hints,
    contradictions,
    doubts,
    suggestions: suggest(hints, inference),
    unreviewed: options.trust === 'review' ? unreviewedOf(hints) : NO_CLAIMS,
  };
}

const NO_CLAIMS: readonly HintName[] = Object.freeze([]);

/**
 * On a tool that is read-only by override or proof, destructiveHint and idempotentHint have no effect and need no
 * review.
 */
function unreviewedOf(hints: Readonly<Record<HintName, EffectiveHint>>): readonly HintName[] {
  const isMoot = (hint: HintName): boolean =>
    hints.readOnlyHint.value && (hint === 'destructiveHint' || hint === 'idempotentHint');
  return HINT_NAMES.filter((hint) => {
    const { source, declared } = hints[hint];
    return source === 'default' && declared === PERMISSIVE_HINTS[hint] && !isMoot(hint);
  });
}

function sourcesOfHints(declared: DeclaredAnnotations, options: ResolveOptions): Record<HintName, EffectiveHint> {
  const { override = {}, overrideReason = 'set by a person', trust = 'declared', reviewed = NO_CLAIMS } = options;
  const evidence = evidenceThatCounts(options);
  const of = (hint: HintName): EffectiveHint => {
    const said = declared.hints[hint];
    const as = (value: boolean, source: HintSource, reason: string) => ({ value, source, declared: said, reason });
    if (override[hint] !== undefined) return as(override[hint], 'override', overrideReason);
    if (evidence[hint] !== undefined) return as(evidence[hint], 'verified', 'proven by running the tool');
    if (said === undefined) return as(DEFAULT_HINTS[hint], 'default', defaultReason(hint, declared));
    if (trust === 'review') {
      if (said !== PERMISSIVE_HINTS[hint]) return as(said, 'declared', 'declared by the server');
      if (reviewed.includes(hint)) return as(said, 'declared', 'declared by the server and accepted by a person');
    }
    // The defaults are the strictest values, so ignoring a server's word never relaxes a hint.
    return trust === 'declared'
      ? as(said, 'declared', 'declared by the server')
      : as(DEFAULT_HINTS[hint], 'default', DISBELIEF[trust]);
  };
  return {
    readOnlyHint: of('readOnlyHint'),
    destructiveHint: of('destructiveHint'),
    idempotentHint: of('idempotentHint'),
    openWorldHint: of('openWorldHint'),
  };
}

/** A server without any trust may behave differently when it is observed, so its proofs only tighten. */
function evidenceThatCounts({ evidence = {}, trust }: ResolveOptions): PartialHints {
  if (trust !== 'none') return evidence;
  return Object.fromEntries(
    HINT_NAMES.flatMap((hint) => (evidence[hint] === DEFAULT_HINTS[hint] ? [[hint, evidence[hint]]] : [])),
  );
}

/**
 * The reason of the value used instead of an unreviewed claim. The record stores it, so that an unreviewed claim can be
 * told from an untrusted one.
 */
export const UNREVIEWED_REASON = "no person has accepted this claim yet, so MCP's default counts";

/** The same options, as if the server's word counted. */
function asIfTrusted(options: ResolveOptions): ResolveOptions {
  return { ...options, evidence: evidenceThatCounts(options), trust: 'declared' };
}

const DISBELIEF = {
  review: UNREVIEWED_REASON,
  verified: "only proven hints of this server count, so MCP's default counts",
  none: "no hints of this server count, so MCP's default counts",
} as const;

function defaultReason(hint: HintName, { malformed }: DeclaredAnnotations): string {
  const broken = malformed.find(({ key }) => key === hint || key === 'annotations');
  if (broken === undefined) return "not declared, so MCP's default counts";
  return `${broken.key} is ${show(broken.value)} and not ${broken.expected === 'object' ? 'an' : 'a'} ${broken.expected}, so MCP's default counts`;
}

function suggest(hints: Readonly<Record<HintName, EffectiveHint>>, inference: Inference): readonly Suggestion[] {
  const because = describe(inference);
  return HINT_NAMES.flatMap((hint) => {
    const value = inference.suggested[hint];
    const open = hints[hint].source === 'default' && hints[hint].declared === undefined;
    // On a tool known to be read-only the other two hints have no effect, so words cannot contradict them.
    const moot = hints.readOnlyHint.value && hint !== 'readOnlyHint' && hint !== 'openWorldHint';
    return value === undefined || !open || moot ? [] : [{ hint, value, because }];
  });
}

function describe({ stated, parameters }: Inference): string {
  if (stated !== undefined) return `the ${stated.in} says '${stated.word}'`;
  const [parameter] = parameters;
  return parameter === undefined ? '' : `parameter '${parameter.parameter}' allows '${parameter.word}'`;
}

function hintValues(hints: Readonly<Record<HintName, EffectiveHint>>): Hints {
  return {
    readOnlyHint: hints.readOnlyHint.value,
    destructiveHint: hints.destructiveHint.value,
    idempotentHint: hints.idempotentHint.value,
    openWorldHint: hints.openWorldHint.value,
  };
}
