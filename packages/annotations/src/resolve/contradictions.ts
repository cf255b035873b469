import type { HintName } from '../hints.ts';
import type { Inference, Statement } from '../infer/infer.ts';
import type { Action } from '../infer/lexicon.ts';
import type { ProgramRun } from '../infer/program.ts';
import type { EffectiveHint } from './resolve.ts';

/** A hint that other evidence contradicts. The stricter value counts. */
export interface Contradiction {
  readonly hint: HintName;
  /** The declared or overridden value, which does not count. */
  readonly declared: boolean;
  /** The place of the contradicting evidence. */
  readonly against: 'hints' | 'name' | 'title' | 'description' | 'parameter' | 'program';
  /** The action of the contradicting word, if it is a word. */
  readonly action?: Action;
  readonly message: string;
}

/** The hints before words are weighed. */
export type SourcedHints = Readonly<Record<HintName, EffectiveHint>>;

/**
 * Finds hints that other hints or the rest of the definition contradict. Words only contradict declared hints: defaults
 * are already strict, and overrides and evidence outrank words.
 */
export function findContradictions(standing: SourcedHints, inference: Inference): readonly Contradiction[] {
  const { readOnlyHint, destructiveHint } = standing;
  const found: Contradiction[] = [];
  if (readOnlyHint.value) {
    if (isClash(standing)) {
      found.push({ hint: 'readOnlyHint', declared: true, against: 'hints', message: describeClash(standing) });
    }
    if (readOnlyHint.source === 'declared') found.push(...objectionTo('readOnlyHint', inference));
  }
  const isReadOnly = readOnlyHint.value && found.length === 0;
  if (!isReadOnly && !destructiveHint.value && destructiveHint.source === 'declared') {
    found.push(...objectionTo('destructiveHint', inference));
  }
  return found;
}

/**
 * Whether a tool counts as both read-only and destructive. An override or proof of destructiveHint outranks every
 * read-only claim; a declared destructiveHint yields to an override or proof of readOnlyHint. Defaults do not clash.
 */
function isClash({ readOnlyHint, destructiveHint }: SourcedHints): boolean {
  if (!readOnlyHint.value || !destructiveHint.value || destructiveHint.source === 'default') return false;
  return destructiveHint.source !== 'declared' || readOnlyHint.source === 'declared';
}

const WHO = {
  override: 'a person',
  verified: 'a proof',
  declared: 'the server',
  inferred: 'its words',
  default: 'nobody',
};

function describeClash({ readOnlyHint, destructiveHint }: SourcedHints): string {
  const isOneVoice = readOnlyHint.source === 'declared' && destructiveHint.source === 'declared';
  const by = ({ source }: EffectiveHint): string => (isOneVoice ? '' : ` (by ${WHO[source]})`);
  const both = `readOnlyHint=true${by(readOnlyHint)} and destructiveHint=true${by(destructiveHint)} cannot both hold`;
  const fix = readOnlyHint.source === 'override' ? ' unless a person sets destructiveHint=false too' : '';
  return `${both}; the stricter one counts${fix}`;
}

function objectionTo(hint: 'readOnlyHint' | 'destructiveHint', inference: Inference): readonly Contradiction[] {
  const declared = hint === 'readOnlyHint';
  const name = inference.statements.find((statement) => statement.in === 'name');
  const makesText = name?.action === 'read' || name?.word === 'generate';
  const objects = (statement: Statement): boolean => {
    if (!statement.certain || statement.action === 'read') return false;
    if (statement.action === 'delete') return true;
    // The description of a tool that reads or generates by name often mentions creating ("Creates a report of …").
    const isAside = makesText && statement.in !== 'name';
    // "create_mobile_component: Provides documentation …" returns instructions for creating one.
    const isGuide = inference.returnsGuidance && (statement.action === 'create' || statement.action === 'act');
    return declared && !isAside && !isGuide;
  };
  const statement = inference.statements.find(objects);
  if (statement !== undefined) {
    const message = `the ${statement.in} says '${statement.word}', but ${hint}=${declared} is declared`;
    return [{ hint, declared, against: statement.in, action: statement.action, message }];
  }
  const program = declared ? programObjection(inference.runs) : undefined;
  if (program !== undefined) return [program];
  const parameter = inference.parameters.find(
    ({ kind, certain, action }) => (kind === 'mode' || kind === 'flag') && certain && (declared || action === 'delete'),
  );
  if (parameter === undefined) return [];
  const able = parameter.kind === 'mode' ? `allows '${parameter.word}'` : 'can be switched on';
  const message = `parameter '${parameter.parameter}' ${able}, but ${hint}=${declared} is declared`;
  return [{ hint, declared, against: 'parameter', action: parameter.action, message }];
}

/** A tool that runs arbitrary commands or code cannot promise to be read-only. */
function programObjection(runs: Inference['runs']): Contradiction | undefined {
  if (runs?.kind !== 'program') return undefined;
  const message = `${describeRun(runs)}, but readOnlyHint=true is declared`;
  return { hint: 'readOnlyHint', declared: true, against: 'program', action: 'act', message };
}

const describeRun = ({ kind, word, in: place }: ProgramRun): string =>
  `the tool runs the ${kind === 'program' ? 'program' : 'query'} that it is given (${place} '${word}')`;

/**
 * A declared hint that needs more than the server's word, although nothing contradicts it. The stricter value counts.
 */
export interface Doubt {
  readonly hint: HintName;
  readonly message: string;
}

/**
 * Finds hints that need more than the server's word. A server can restrict SQL to reading, and many do, but a
 * definition cannot prove it. So the gateway asks a person before the call, without calling it a contradiction.
 */
export function findDoubts(standing: SourcedHints, { runs }: Inference): readonly Doubt[] {
  const { readOnlyHint, destructiveHint } = standing;
  if (runs === undefined || !readOnlyHint.value || readOnlyHint.source !== 'declared') return [];
  const of = (hint: 'readOnlyHint' | 'destructiveHint', value: boolean): Doubt => ({
    hint,
    message: `${describeRun(runs)}, ${DOUBTED} ${hint}=${value}`,
  });
  // Without this second doubt, a tool that declares both hints would count as additive.
  const isHarmless = !destructiveHint.value && destructiveHint.source === 'declared';
  return [of('readOnlyHint', true), ...(isHarmless ? [of('destructiveHint', false)] : [])];
}

const DOUBTED = "so its server's word is not enough for";

/** Whether a reason is a doubt of {@link findDoubts}, for records that store only the reason. */
export const isDoubt = (reason: string): boolean => reason.includes(DOUBTED);
