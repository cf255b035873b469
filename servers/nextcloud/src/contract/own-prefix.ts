import type { ContractWorld } from './contract.ts';

const prefixes = new WeakMap<ContractWorld, string>();

/** The start of every name that this world gives, for finding the objects that a case created through the tool under test. */
export function ownPrefix(world: ContractWorld): string {
  const known = prefixes.get(world);
  if (known !== undefined) return known;
  const prefix = world.name('').replace(/-\d+$/, '');
  prefixes.set(world, prefix);
  return prefix;
}
