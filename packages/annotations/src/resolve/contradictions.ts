import type { HintName } from '../hints.ts';
import type { Inference, Statement } from '../infer/infer.ts';
import type { Action } from '../infer/lexicon.ts';
import type { ProgramRun } from '../infer/program.ts';
import type { EffectiveHint } from './resolve.ts';

/** A hint that something else speaks against. The stricter reading counts. */
export interface Contradiction {
  readonly hint: HintName;
  /** What was declared, or set, and does not count. */
  readonly declared: boolean;
  /** Where the other word stands. */
  readonly against: 'hints' | 'name' | 'title' | 'description' | 'parameter' | 'program';
  /** What that word does, where it is one. */
  readonly action?: Action;
  readonly message: string;
}

/** The hints as they stand before words are weighed. */
export type Standing = Readonly<Record<HintName, EffectiveHint>>;

/**
 * Finds the hints that other hints or the rest of the definition contradict. Words speak only against what rests on the server's
 * word alone: defaults are strict already, and a person or a proof has the last word on a hint.
 */
export function findContradictions(standing: Standing, inference: Inference): readonly Contradiction[] {
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
 * Whether a tool is said to be read-only and to destroy. What a person or a proof says of destroying is never cancelled by a word
 * about reading, whoever said that and however closely it names the tool; what only the server says gives way to both. A default
 * is nobody's word.
 */
function isClash({ readOnlyHint, destructiveHint }: Standing): boolean {
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

function describeClash({ readOnlyHint, destructiveHint }: Standing): string {
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
    // Prose of a tool that reads or generates by name often speaks of creating ("Creates a report of …").
    const isAside = makesText && statement.in !== 'name';
    // "create_mobile_component: Provides documentation …" hands out text that says how to create one.
    const isGuide = inference.tellsHow && (statement.action === 'create' || statement.action === 'act');
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

/** A tool that runs any command or code cannot promise that it only reads, whatever server it belongs to. */
function programObjection(runs: Inference['runs']): Contradiction | undefined {
  if (runs?.kind !== 'program') return undefined;
  const message = `${describeRun(runs)}, but readOnlyHint=true is declared`;
  return { hint: 'readOnlyHint', declared: true, against: 'program', action: 'act', message };
}

const describeRun = ({ kind, word, in: place }: ProgramRun): string =>
  `the tool runs the ${kind === 'program' ? 'program' : 'query'} that it is given (${place} '${word}')`;

/** A hint that is not believed on the server's word alone, though nothing speaks against it. The stricter value counts. */
export interface Doubt {
  readonly hint: HintName;
  readonly message: string;
}

/**
 * Finds hints that a server's word is not enough for. SQL can be held to reading by the server, and many see to it; whether this
 * one does is what nobody can tell from its words. So a person is asked before the call, and the tool is not called a liar.
 */
export function findDoubts(standing: Standing, { runs }: Inference): readonly Doubt[] {
  const { readOnlyHint, destructiveHint } = standing;
  if (runs === undefined || !readOnlyHint.value || readOnlyHint.source !== 'declared') return [];
  const of = (hint: 'readOnlyHint' | 'destructiveHint', value: boolean): Doubt => ({
    hint,
    message: `${describeRun(runs)}, ${DOUBTED} ${hint}=${value}`,
  });
  // Without this one a tool that declares both would count as one that only adds.
  const isHarmless = !destructiveHint.value && destructiveHint.source === 'declared';
  return [of('readOnlyHint', true), ...(isHarmless ? [of('destructiveHint', false)] : [])];
}

const DOUBTED = "so its server's word is not enough for";

/** Whether the reason of a hint is a doubt, as {@link findDoubts} puts it. For records that kept the reason only. */
export const isDoubt = (reason: string): boolean => reason.includes(DOUBTED);
