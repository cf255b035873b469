import { createHash } from 'node:crypto';
import {
  checkDefinition,
  type Fingerprint,
  HINT_NAMES,
  hintsFingerprint,
  meaningOf,
  proseOf,
  type ToolDefinition,
  type ToolMeaning,
  type ToolPrint,
} from '@toolmark/annotations';
import { lazy } from '../../catalog/lazy.ts';
import { withPlainNumbers } from '../../catalog/plain-numbers.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { type CheckFinding, toSentence } from './check-finding.ts';

/** The fingerprint and findings of a definition, computed once. */
export interface ToolFacts {
  /** The same fingerprint as in the catalog, but synchronous: a call does not wait for it. */
  readonly print: () => ToolPrint;
  readonly findings: () => readonly CheckFinding[];
}

export function createToolFacts(): (tool: CatalogTool) => ToolFacts {
  const known = new WeakMap<ToolDefinition, ToolFacts>();
  return (tool) => {
    const { definition } = tool;
    const before = known.get(definition);
    if (before !== undefined) return before;
    const facts = {
      print: lazy(() => ({ ...fingerprintOf(definition), ...meaningFrom(tool) })),
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

/** Takes the meaning from the resolution of the catalog, if only the definition determined it, because inferring it again is slow. */
function meaningFrom({ definition, resolution }: CatalogTool): Required<ToolMeaning> {
  const isOwnWord = HINT_NAMES.every((hint) => {
    const { source, declared } = resolution.hints[hint];
    return source === 'declared' || source === 'inferred' || (source === 'default' && declared === undefined);
  });
  if (!isOwnWord) return meaningOf(definition);
  const spoken = resolution.contradictions.filter(({ against }) => against !== 'hints');
  const contradicted = HINT_NAMES.filter((name) => spoken.some(({ hint }) => hint === name));
  return { class: resolution.class, contradicted };
}

function findingsOf(definition: ToolDefinition): readonly CheckFinding[] {
  return checkDefinition(definition).map(({ kind, message }) => ({ kind, message: toSentence(`its ${message}`) }));
}
