import type { HintName } from '../hints.ts';
import type { Inference, Statement } from '../infer/infer.ts';
import type { Action } from '../infer/lexicon.ts';
import type { EffectiveHint } from './resolve.ts';

/** A hint that something else speaks against. The stricter reading counts. */
export interface Contradiction {
  readonly hint: HintName;
  /** What was declared, or set, and does not count. */
  readonly declared: boolean;
  /** Where the other word stands. */
  readonly against: 'hints' | 'name' | 'title' | 'description' | 'parameter';
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
  const nameReads = inference.statements.some((statement) => statement.in === 'name' && statement.action === 'read');
  const objects = (statement: Statement): boolean => {
    if (!statement.certain || statement.action === 'read') return false;
    // Prose of a tool that reads by name often speaks of creating ("Creates a report of …"); deleting it would not.
    const isPlain = declared && !(nameReads && statement.in !== 'name');
    return isPlain || statement.action === 'delete';
  };
  const statement = inference.statements.find(objects);
  if (statement !== undefined) {
    const message = `the ${statement.in} says '${statement.word}', but ${hint}=${declared} is declared`;
    return [{ hint, declared, against: statement.in, action: statement.action, message }];
  }
  const parameter = inference.parameters.find(
    ({ kind, certain, action }) => (kind === 'mode' || kind === 'flag') && certain && (declared || action === 'delete'),
  );
  if (parameter === undefined) return [];
  const able = parameter.kind === 'mode' ? `allows '${parameter.word}'` : 'can be switched on';
  const message = `parameter '${parameter.parameter}' ${able}, but ${hint}=${declared} is declared`;
  return [{ hint, declared, against: 'parameter', action: parameter.action, message }];
}
