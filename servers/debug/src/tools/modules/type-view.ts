import type { TypeFacts } from '../../backend/facts.ts';

export interface TypeView {
  readonly [key: string]: unknown;
  readonly fullName: string;
  readonly name: string;
  readonly kind: string;
  readonly moduleName: string;
}

/** Facts that no debugger provides are null. */
export function toType(facts: TypeFacts, moduleName: string): TypeView {
  const { name, fullName, namespace, kind, visibility, baseType, isGeneric, isAbstract } = facts;
  const outer = fullName.slice(0, Math.max(0, fullName.length - name.length)).replace(/(?:\.|::)$/, '');
  const isNested = outer !== '' && outer !== namespace;
  return {
    fullName,
    name,
    namespace,
    kind: kind === 'function' ? 'delegate' : kind,
    visibility,
    isGeneric,
    genericParameters: isGeneric ? null : [],
    isNested,
    declaringType: isNested ? outer : null,
    moduleName,
    baseType: baseType ?? null,
    interfaces: null,
    isAbstract,
  };
}

export interface NamespaceView {
  readonly [key: string]: unknown;
  readonly name: string;
  readonly typeCount: number;
}

export function countNamespaces(types: readonly TypeFacts[]): NamespaceView[] {
  const counts = new Map<string, number>();
  for (const { namespace } of types) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  const names = [...counts.keys()];
  return names.toSorted().map((fullName) => {
    const parts = fullName.split(/\.|::/);
    return {
      name: parts.at(-1) ?? fullName,
      fullName,
      typeCount: counts.get(fullName) ?? 0,
      childNamespaces: names.filter(
        (other) => other !== fullName && other.startsWith(fullName) && /^(?:\.|::)/.test(other.slice(fullName.length)),
      ),
      depth: fullName === '' ? 0 : parts.length,
    };
  });
}
