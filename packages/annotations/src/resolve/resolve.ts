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
 * Whose word a hint's value rests on, strongest first: a person, a proof, the server, the words of the definition or another hint
 * (only ever to tighten), MCP's default.
 */
export type HintSource = 'override' | 'verified' | 'declared' | 'inferred' | 'default';

/** The value of one hint that counts, and why. */
export interface EffectiveHint {
  readonly value: boolean;
  readonly source: HintSource;
  /** What the server declared, if it did. */
  readonly declared: boolean | undefined;
  /** One sentence for a person. */
  readonly reason: string;
}

/** A hint that the definition's words would support and nobody declared. Shown to people, never acted on. */
export interface Suggestion {
  readonly hint: HintName;
  readonly value: boolean;
  readonly because: string;
}

/** What a tool is, after everything that was said about it has been weighed. */
export interface Resolution {
  readonly title: ToolTitle;
  readonly class: ToolClass;
  readonly hints: Readonly<Record<HintName, EffectiveHint>>;
  readonly contradictions: readonly Contradiction[];
  /** Hints that count as the stricter value, because the server's word is not enough for the other. */
  readonly doubts: readonly Doubt[];
  readonly suggestions: readonly Suggestion[];
  /** Claims of the server that would relax the tool and do not count until a person accepts them; empty unless `trust` is `review`. */
  readonly unreviewed: readonly HintName[];
}

/**
 * How much a server's own word counts: after a person's `review` where it relaxes, as `declared`, only where it is `verified` by
 * running the tool, or not at all. A person's word counts in any case.
 */
export type HintTrust = 'review' | 'declared' | 'verified' | 'none';

export interface ResolveOptions {
  /** Hints that a person set. An absent key leaves the hint as it is. */
  readonly override?: PartialHints;
  /** Who set them and why, as each reason says it; `set by a person` unless given. */
  readonly overrideReason?: string;
  /** Hints that were proven by running the tool. */
  readonly evidence?: PartialHints;
  /** `declared` unless given. */
  readonly trust?: HintTrust;
  /** The relaxing claims that a person has accepted, which count where `trust` is `review`; none unless given. */
  readonly reviewed?: readonly HintName[];
}

/**
 * Weighs everything known about a tool and says what counts. The one function behind list, policy, page and CLI.
 *
 * Anything may tighten a hint here; only `override` and `evidence` may relax one. Where a tool is said to be read-only and to be
 * destructive it is destructive, unless only the server says the latter and a person or a proof the former.
 *
 * @example
 * resolve({ name: 'delete_note', annotations: { readOnlyHint: true } }).class // 'destructive', and contradicted
 */
export function resolve(tool: ToolDefinition, options: ResolveOptions = {}): Resolution {
  return weigh(tool, infer(tool), options);
}

/**
 * {@link resolve} for callers that have inferred already: what a definition's words say does not change with overrides or trust.
 *
 * @example
 * const inference = infer(tool); // once
 * weigh(tool, inference, { trust: 'none' }).class // 'destructive'
 */
export function weigh(tool: ToolDefinition, inference: Inference, options: ResolveOptions = {}): Resolution {
  const declared = readAnnotations(tool);
  const standing = stand(declared, options);
  // Whether or not the server's word counts: not to believe a tool that lies must not be milder than to believe it.
  const believed = stand(declared, asBelieved(options));
  const contradictions = findContradictions(believed, inference);
  const doubts = findDoubts(believed, inference);
  const hints: Record<HintName, EffectiveHint> = { ...standing };
  // Of two reasons the contradiction is told.
  for (const { hint, message } of [...doubts, ...contradictions]) {
    if (standing[hint].value !== PERMISSIVE_HINTS[hint]) continue;
    hints[hint] = { ...standing[hint], value: !PERMISSIVE_HINTS[hint], source: 'inferred', reason: message };
  }
  return {
    title: titleOf(tool),
    class: classOf(valuesOf(hints)),
    hints,
    contradictions,
    doubts,
    suggestions: suggest(hints, inference),
    unreviewed: options.trust === 'review' ? unreviewedOf(hints) : NO_CLAIMS,
  };
}

const NO_CLAIMS: readonly HintName[] = Object.freeze([]);

/** On a tool that is read-only by a person's word, the hints about destroying and repeating say nothing. */
function unreviewedOf(hints: Readonly<Record<HintName, EffectiveHint>>): readonly HintName[] {
  const isMoot = (hint: HintName): boolean =>
    hints.readOnlyHint.value && (hint === 'destructiveHint' || hint === 'idempotentHint');
  return HINT_NAMES.filter((hint) => {
    const { source, declared } = hints[hint];
    return source === 'default' && declared === PERMISSIVE_HINTS[hint] && !isMoot(hint);
  });
}

function stand(declared: DeclaredAnnotations, options: ResolveOptions): Record<HintName, EffectiveHint> {
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
    // The defaults are the strictest values there are, so not to believe a server never relaxes anything.
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

/** A server that is trusted with nothing is not trusted to behave when it is watched, either; what tightens counts always. */
function evidenceThatCounts({ evidence = {}, trust }: ResolveOptions): PartialHints {
  if (trust !== 'none') return evidence;
  return Object.fromEntries(
    HINT_NAMES.flatMap((hint) => (evidence[hint] === DEFAULT_HINTS[hint] ? [[hint, evidence[hint]]] : [])),
  );
}

/** What counts instead of a claim, and why: the record keeps it, so that an unreviewed claim can be told from a disbelieved one. */
export const UNREVIEWED_REASON = "no person has accepted this claim yet, so MCP's default counts";

/** The same, as it would be if the server's word counted. */
function asBelieved(options: ResolveOptions): ResolveOptions {
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
    // On a tool that is known to be read-only the other two say nothing, whatever its words sound like.
    const moot = hints.readOnlyHint.value && hint !== 'readOnlyHint' && hint !== 'openWorldHint';
    return value === undefined || !open || moot ? [] : [{ hint, value, because }];
  });
}

function describe({ stated, parameters }: Inference): string {
  if (stated !== undefined) return `the ${stated.in} says '${stated.word}'`;
  const [parameter] = parameters;
  return parameter === undefined ? '' : `parameter '${parameter.parameter}' allows '${parameter.word}'`;
}

function valuesOf(hints: Readonly<Record<HintName, EffectiveHint>>): Hints {
  return {
    readOnlyHint: hints.readOnlyHint.value,
    destructiveHint: hints.destructiveHint.value,
    idempotentHint: hints.idempotentHint.value,
    openWorldHint: hints.openWorldHint.value,
  };
}
