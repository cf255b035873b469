import { createHash } from 'node:crypto';
import {
  checkDefinition,
  type Fingerprint,
  hintsFingerprint,
  proseOf,
  type ToolDefinition,
} from '@toolmark/annotations';
import { lazy } from '../catalog/lazy.ts';
import { withPlainNumbers } from '../catalog/plain-numbers.ts';
import { type CheckFinding, toSentence } from './check-finding.ts';

/** What can be said about a definition by itself, worked out once. */
export interface ToolFacts {
  /** The same as the catalog's, but at once: a call does not wait for it. */
  readonly fingerprint: () => Fingerprint;
  readonly findings: () => readonly CheckFinding[];
}

export function createToolFacts(): (definition: ToolDefinition) => ToolFacts {
  const known = new WeakMap<ToolDefinition, ToolFacts>();
  return (definition) => {
    const before = known.get(definition);
    if (before !== undefined) return before;
    const facts = {
      fingerprint: lazy(() => fingerprintOf(definition)),
      findings: lazy(() => findingsOf(definition)),
    };
    known.set(definition, facts);
    return facts;
  };
}

function fingerprintOf(definition: ToolDefinition): Fingerprint {
  const plain = withPlainNumbers(definition);
  return { hints: hintsFingerprint(plain), prose: createHash('sha256').update(proseOf(plain)).digest('hex') };
}

function findingsOf(definition: ToolDefinition): readonly CheckFinding[] {
  return checkDefinition(definition).map(({ kind, message }) => ({ kind, message: toSentence(`its ${message}`) }));
}
