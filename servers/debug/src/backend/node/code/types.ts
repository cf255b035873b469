import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { MemberFacts, TypeFacts } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import { fail } from '../inspect/handles.ts';
import type { Script } from '../source/script-table.ts';
import { type Declared, declarationsOf } from './declarations.ts';
import { findScripts, sourceTextsOf } from './module-text.ts';
import { scriptsOf } from './modules.ts';
import { runtimeMembers } from './runtime-members.ts';

type Member = MemberFacts['members'][number];

/** The types declared by a module's source. */
export async function typesOf(debuggee: Debuggee, module: string): Promise<Outcome<readonly TypeFacts[]>> {
  const scripts = findScripts(debuggee, module);
  if (!scripts.ok) return scripts;
  const declared = await declaredIn(debuggee, scripts.value);
  return ok(declared.map(({ facts }) => facts));
}

/**
 * The members of a type: first from its source, then those known only at run time. Inherited members follow, with the
 * base type's name.
 */
export async function membersOfType(
  debuggee: Debuggee,
  type: string,
  module: string | undefined,
): Promise<Outcome<MemberFacts>> {
  const scripts = module === undefined ? ok(ownScripts(debuggee)) : findScripts(debuggee, module);
  if (!scripts.ok) return scripts;
  const declared = await declaredIn(debuggee, scripts.value);
  const chain = chainOf(declared, type);
  const members: Member[] = [];
  const add = (member: Member) => {
    if (!members.some(({ name, isStatic }) => name === member.name && isStatic === member.isStatic))
      members.push(member);
  };
  for (const [depth, { facts, members: own }] of chain.entries()) {
    for (const member of own) add(depth === 0 ? member : { ...member, inheritedFrom: facts.fullName });
  }
  for (const member of (await runtimeMembers(debuggee, type)) ?? []) add(member);
  if (chain.length === 0 && members.length === 0) {
    return fail('TYPE_NOT_FOUND', `No type '${type}' is declared in ${module ?? 'the loaded modules'}.`, { type });
  }
  return ok({ type: chain[0]?.facts.fullName ?? type, members });
}

/** Searching all of Node's own sources would take seconds, so search them only if named. */
const ownScripts = (debuggee: Debuggee): readonly Script[] => scriptsOf(debuggee).filter(({ isSystem }) => !isSystem);

async function declaredIn(debuggee: Debuggee, scripts: readonly Script[]): Promise<readonly Declared[]> {
  const declared: Declared[] = [];
  for (const script of scripts) {
    for (const text of await sourceTextsOf(debuggee, script)) declared.push(...(await declarationsOf(text)));
  }
  return declared;
}

/** A type and its base types, as far as the same modules declare them. */
function chainOf(declared: readonly Declared[], type: string): readonly Declared[] {
  const chain: Declared[] = [];
  for (let name: string | undefined = type; name !== undefined; ) {
    const wanted: string = name;
    const found: Declared | undefined =
      declared.find(({ facts }) => facts.fullName === wanted) ?? declared.find(({ facts }) => facts.name === wanted);
    if (found === undefined || chain.includes(found)) break;
    chain.push(found);
    name = found.facts.baseType;
  }
  return chain;
}
