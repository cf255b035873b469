import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../fixtures/connect.ts';
import { MODULES } from '../modules/modules.ts';
import { ToolFailed } from './contract.ts';
import { CONTRACTS } from './contracts.ts';
import { createContractWorld } from './create-contract-world.ts';
import { toHintValues } from './hint-values.ts';
import { runContract } from './run-contract.ts';

// No tool creates a table, so the contract of tables needs a sample.
const connected = await connect({ hasSamples: true });
afterAll(() => connected[Symbol.asyncDispose]());

const { tools } = await connected.client.listTools();
const hints = new Map(tools.map(({ name, annotations }) => [name, toHintValues(annotations)]));

describe('behaviour matches hints', () => {
  it.each(CONTRACTS.map((contract) => [contract.module, contract] as const))(
    '%s',
    { timeout: 60_000 },
    async (_, contract) => {
      const { world, finish } = createContractWorld(connected.client);
      const broken = [];
      for await (const { tool, checks } of runContract(contract, world, hints))
        for (const check of checks)
          if (check.broken !== undefined) broken.push(`${tool}: ${check.promise}: ${check.broken}`);
      expect([...broken, ...(await finish())]).toEqual([]);
    },
  );

  it('is checked for every tool of each module that has a contract', () => {
    const covered = new Set(CONTRACTS.flatMap(({ cases }) => cases.map(({ tool }) => tool)));
    const withContract = MODULES.filter(({ name }) => CONTRACTS.some(({ module }) => module === name));
    const missing = withContract
      .flatMap(({ tools }) => tools.map(({ name }) => name))
      .filter((name) => !covered.has(name));
    expect(missing).toEqual([]);
  });

  it('fails where a hint is not true', async () => {
    const { world, finish } = createContractWorld(connected.client);
    const [notes] = CONTRACTS;
    if (notes === undefined) throw new Error('There is no contract.');
    const lies = new Map([...hints].map(([name]) => [name, { readOnly: true, destructive: false, idempotent: true }]));
    const broken: string[] = [];
    for await (const { tool, checks } of runContract(notes, world, lies))
      if (checks.some((check) => check.broken !== undefined)) broken.push(tool);
    await finish();
    expect(broken).toEqual([
      'nc_notes_create_note',
      'nc_notes_update_note',
      'nc_notes_append_content',
      'nc_notes_delete_note',
    ]);
  });

  it('tells a failure of a tool by its code', async () => {
    const { world } = createContractWorld(connected.client);
    await expect(world.call('nc_notes_get_note', { note_id: 1 })).rejects.toThrow(ToolFailed);
  });
});
