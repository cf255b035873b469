import type { HintName, Hints } from '../hints.ts';
import type { Inference } from '../infer/infer.ts';

/** A declared hint that something else in the same definition speaks against. The stricter reading counts. */
export interface Contradiction {
  readonly hint: HintName;
  /** What was declared and does not count. */
  readonly declared: boolean;
  /** Where the other word stands. */
  readonly against: 'hints' | 'name' | 'title' | 'description' | 'parameter';
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
    } else {
      const objection = objectionTo('readOnlyHint', inference);
      if (objection !== undefined) found.push(objection);
    }
  }
  const isReadOnly = values.readOnlyHint && found.length === 0;
  if (!isReadOnly && !values.destructiveHint && isDeclared('destructiveHint')) {
    const objection = objectionTo('destructiveHint', inference);
    if (objection !== undefined) found.push(objection);
  }
  return found;
}

function objectionTo(hint: 'readOnlyHint' | 'destructiveHint', inference: Inference): Contradiction | undefined {
  const declared = hint === 'readOnlyHint';
  const { stated } = inference;
  const objects = (action: string): boolean => (declared ? action !== 'read' : action === 'delete');
  if (stated?.certain && objects(stated.action)) {
    const message = `the ${stated.in} says '${stated.word}', but ${hint}=${declared} is declared`;
    return { hint, declared, against: stated.in, message };
  }
  const mode = inference.parameters.find(({ kind, action }) => kind === 'mode' && action === 'delete');
  if (mode === undefined) return undefined;
  const message = `parameter '${mode.parameter}' allows '${mode.word}', but ${hint}=${declared} is declared`;
  return { hint, declared, against: 'parameter', message };
}
