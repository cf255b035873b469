import { afterAll, describe, expect, it } from 'vitest';
import { toBasic } from '../account/to-basic.ts';
import { connect, USERS } from '../fixtures/connect.ts';
import { createNextcloud } from '../http/create-nextcloud.ts';
import { MODULES } from '../modules/modules.ts';
import { ToolFailed } from './contract.ts';
import { CONTRACTS } from './contracts.ts';
import { createContractWorld } from './create-contract-world.ts';
import { toHintValues } from './hint-values.ts';
import { runContract } from './run-contract.ts';

// No tool creates a table, so the contract of tables needs a sample.
const connected = await connect({ hasSamples: true });
afterAll(() => connected[Symbol.asyncDispose]());

const nextcloud = createNextcloud({
  url: connected.emulator.url,
  user: 'ada',
  authorization: () => toBasic({ user: 'ada', password: USERS.ada.password }),
});
const createWorld = () =>
  createContractWorld(connected.client, {
    nextcloud,
    shareWith: 'bob',
    recipeUrl: 'http://recipes.test:8089/recipe.html',
  });

const { tools } = await connected.client.listTools();
const hints = new Map(tools.map(({ name, annotations }) => [name, toHintValues(annotations)]));

const wholeState = () => connected.emulator.snapshot();

describe('behaviour matches hints', () => {
  it.each(CONTRACTS.map((contract) => [contract.module, contract] as const))(
    '%s',
    { timeout: 60_000 },
    async (_, contract) => {
      const { world, finish } = createWorld();
      const before = connected.emulator.snapshot();
      const broken = [];
      for await (const { tool, notRun, checks } of runContract(contract, world, hints, { wholeState }))
        broken.push(
          ...(notRun === undefined ? [] : [`${tool}: not run: ${notRun}`]),
          ...checks.flatMap(({ promise, broken: why }) => (why === undefined ? [] : [`${tool}: ${promise}: ${why}`])),
        );
      expect([...broken, ...(await finish())]).toEqual([]);
      expect(connected.emulator.snapshot()).toEqual(before);
    },
  );

  it('is checked for exactly the tools of all modules', () => {
    const inCases = CONTRACTS.map(({ module, cases }) => [
      module,
      [...new Set(cases.map(({ tool }) => tool))].toSorted(),
    ]);
    // The OAuth tools act on this server's own tokens, not on Nextcloud.
    const inModules = MODULES.filter(({ name }) => String(name) !== 'oauth').map(({ name, tools }) => [
      name,
      tools.map((tool) => tool.name).toSorted(),
    ]);
    expect(Object.fromEntries(inCases)).toEqual(Object.fromEntries(inModules));
    expect(inCases).toHaveLength(CONTRACTS.length);
  });

  it('declares the expected changes of every successful write', () => {
    const silent = CONTRACTS.flatMap(({ cases }) => cases).filter(
      ({ tool, failsWith, changes }) =>
        failsWith === undefined && changes === undefined && hints.get(tool)?.readOnly !== true,
    );
    expect(silent.map(({ tool }) => tool)).toEqual([]);
  });

  it('fails for a wrong hint', async () => {
    const { world, finish } = createWorld();
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

  it('reports the error code of a failed tool', async () => {
    const { world } = createWorld();
    await expect(world.call('nc_notes_get_note', { note_id: 1 })).rejects.toThrow(ToolFailed);
  });
});
