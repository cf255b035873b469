import type { HintName, Hints } from '../hints.ts';
import type { Inference, Statement } from '../infer/infer.ts';
import type { Action } from '../infer/lexicon.ts';

/** A declared hint that something else in the same definition speaks against. The stricter reading counts. */
export interface Contradiction {
  readonly hint: HintName;
  /** What was declared and does not count. */
  readonly declared: boolean;
  /** Where the other word stands. */
  readonly against: 'hints' | 'name' | 'title' | 'description' | 'parameter';
  /** What that word does, where it is one. */
  readonly action?: Action;
  readonly message: string;
}

/** The hints as they stand before words are weighed, and which of them rest on the server's word alone. */
export interface Standing {
  readonly values: Hints;
  /** Only these can be contradicted: defaults are strict already, persons and proofs have the last word. */
  readonly isDeclared: (hint: HintName) => boolean;
  /** Whether anybody really said so: a default is nobody's statement. */
  readonly isStated: (hint: HintName) => boolean;
}

/** Finds the declared hints that the rest of the definition contradicts. */
export function findContradictions(standing: Standing, inference: Inference): readonly Contradiction[] {
  const { values, isDeclared, isStated } = standing;
  const found: Contradiction[] = [];
  const claimsReadOnly = values.readOnlyHint && isDeclared('readOnlyHint');
  if (claimsReadOnly) {
    if (values.destructiveHint && isStated('destructiveHint')) {
      const message = 'readOnlyHint=true and destructiveHint=true cannot both hold; the stricter one counts';
      found.push({ hint: 'readOnlyHint', declared: true, against: 'hints', message });
    } else found.push(...objectionTo('readOnlyHint', inference));
  }
  const isReadOnly = values.readOnlyHint && found.length === 0;
  if (!isReadOnly && !values.destructiveHint && isDeclared('destructiveHint')) {
    found.push(...objectionTo('destructiveHint', inference));
  }
  return found;
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
