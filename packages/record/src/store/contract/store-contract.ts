import { describe } from 'vitest';
import type { OpenEngine } from './open-engine.ts';
import { readContract } from './read-contract.ts';
import { writeContract } from './write-contract.ts';

/**
 * The contract of every store engine.
 *
 * @example
 * storeContract('SQLite in memory', async () => {
 *   const engine = await openSqlite({ file: ':memory:' });
 *   return { engine, another: undefined, remove: engine.close };
 * });
 */
export function storeContract(name: string, open: OpenEngine): void {
  describe(name, () => {
    describe('writing', () => writeContract(open));
    describe('reading', () => readContract(open));
  });
}
