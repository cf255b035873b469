import type { ContractWorld } from './contract.ts';

const prefixes = new WeakMap<ContractWorld, string>();

/** The prefix of all names of this run, for finding objects that the tool under test created. */
export function ownPrefix(world: ContractWorld): string {
  const known = prefixes.get(world);
  if (known !== undefined) return known;
  const prefix = world.name('').replace(/-\d+$/, '');
  prefixes.set(world, prefix);
  return prefix;
}
