// Behaviour matches hints: each tool is called on the emulator, and its effects are compared with its hints on the wire.
import type { Tool } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import type { DialogAnswer, Dialogs } from '../dialogs/dialogs.ts';
import { idleServer } from '../fixtures/idle-services.ts';
import { listTools } from '../fixtures/list-tools.ts';
import { type ServedEmulator, type ServeEmulatorOptions, serveEmulator } from '../fixtures/serve-emulator.ts';
import type { Elicit } from '../fixtures/serve-tools.ts';
import { MODULES } from '../modules/modules.ts';
import { CLOUD_CASES } from './fixtures/cases-of-cloud.ts';
import { DATA_CASES } from './fixtures/cases-of-data.ts';
import type { ContractCase } from './fixtures/contract-case.ts';
import { findLoss } from './fixtures/find-loss.ts';

const CASES = [...CLOUD_CASES, ...DATA_CASES];
const named = (cases: readonly ContractCase[]) =>
  cases.map((each) => [each.when === undefined ? each.tool : `${each.tool}: ${each.when}`, each] as const);
const asking = CASES.filter(({ asks }) => asks !== undefined);
const free = CASES.filter(({ asks }) => asks === undefined);

const attended = await listTools(idleServer('en'));
const unattended = await listTools(idleServer('en', true));
const hintsOf = (tools: readonly Tool[], name: string) => tools.find((tool) => tool.name === name)?.annotations ?? {};

const page = (answer: DialogAnswer) => {
  const ask = vi.fn<Dialogs['ask']>(async () => answer);
  return { ask, close: async () => {} };
};
const NOBODY = () => page({ kind: 'timed-out' });
const yes: Elicit = () => ({ action: 'accept', content: { proceed: true } });

/** Prepares a case, and returns a function that calls its tool. */
async function start(
  { tool, prepare, args }: ContractCase,
  options: ServeEmulatorOptions,
): Promise<ServedEmulator & { readonly callAgain: () => Promise<unknown> }> {
  const served = await serveEmulator(options);
  const made = await prepare?.(served);
  const given = args(served, made);
  return { ...served, callAgain: () => served.call(tool, given) };
}

describe('a call that needs no consent', () => {
  it.each(named(free))('%s does what its hints say', async (_, one) => {
    const { readOnlyHint, destructiveHint, idempotentHint } = hintsOf(attended, one.tool);
    const dialogs = NOBODY();
    await using served = await start(one, { dialogs });
    const before = await served.state();
    const first = await served.callAgain();
    expect(first).not.toHaveProperty('failed');
    if (one.result !== undefined) expect(first).toMatchObject(one.result);
    const after = await served.state();
    if (readOnlyHint || one.changesNothing) expect(after).toEqual(before);
    else expect(after).not.toEqual(before);
    if (!destructiveHint) {
      const lost = findLoss(before, after).filter((path) => !one.mayReplace?.test(path));
      expect(lost).toEqual([]);
    }
    if (idempotentHint) {
      expect(await served.callAgain()).not.toHaveProperty('failed');
      expect(await served.state()).toEqual(after);
    }
    if (one.tool !== 'interactiveDialog') expect(dialogs.ask).not.toHaveBeenCalled();
  });
});

describe('a call that would lose something', () => {
  const refusal = (code: string, { asks }: ContractCase) => ({
    failed: { code, message: expect.stringMatching(new RegExp(`${asks?.lost.source}.*${asks?.instead.source}`, 's')) },
  });

  it.each(named(asking))('%s changes nothing without a way to ask', async (_, one) => {
    await using served = await start(one, {});
    const before = await served.state();
    expect(await served.callAgain()).toMatchObject(refusal('NEEDS_CONSENT', one));
    expect(withoutCache(await served.state())).toEqual(withoutCache(before));
  });

  it.each(named(asking))('%s changes nothing if the page gets no answer', async (_, one) => {
    await using served = await start(one, { dialogs: NOBODY() });
    const before = await served.state();
    expect(await served.callAgain()).toMatchObject(refusal('NEEDS_CONSENT', one));
    expect(withoutCache(await served.state())).toEqual(withoutCache(before));
  });

  describe.each(['2025-11-25', '2026-07-28'] as const)('with a client of revision %s', (revision) => {
    it.each(named(asking))('%s changes nothing if declined', async (_, one) => {
      await using served = await start(one, { revision, elicit: () => ({ action: 'decline' }) });
      const before = await served.state();
      expect(await served.callAgain()).toMatchObject(refusal('DECLINED', one));
      expect(withoutCache(await served.state())).toEqual(withoutCache(before));
    });

    it.each(named(asking))('%s is executed once after consent', async (_, one) => {
      const elicit = vi.fn(yes);
      await using served = await start(one, { revision, elicit });
      const before = await served.state();
      expect(await served.callAgain()).toMatchObject(one.result ?? {});
      expect(elicit.mock.calls).toEqual([
        [expect.objectContaining({ message: expect.stringMatching(one.asks?.lost ?? /^$/) })],
      ]);
      expect(findLoss(before, await served.state())).not.toEqual([]);
    });
  });

  it.each(named(asking))('%s is executed after consent on the page', async (_, one) => {
    const dialogs = page({ kind: 'answered', value: 'yes' });
    await using served = await start(one, { dialogs });
    const before = await served.state();
    expect(await served.callAgain()).toMatchObject(one.result ?? {});
    expect(dialogs.ask.mock.calls[0]?.[0].risks?.[0]).toMatch(one.asks?.lost ?? /^$/);
    expect(findLoss(before, await served.state())).not.toEqual([]);
  });

  it.each(named(asking))(
    '%s is executed without a question when unattended, and its tool is declared destructive',
    async (_, one) => {
      const dialogs = NOBODY();
      const elicit = vi.fn(yes);
      await using served = await start(one, { isUnattended: true, dialogs, elicit });
      const before = await served.state();
      expect(await served.callAgain()).toMatchObject(one.result ?? {});
      expect(findLoss(before, await served.state())).not.toEqual([]);
      expect([dialogs.ask.mock.calls, elicit.mock.calls]).toEqual([[], []]);
      expect(hintsOf(unattended, one.tool)).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    },
  );
});

describe('the contract', () => {
  it('has a case for every tool', () => {
    const covered = new Set(CASES.map(({ tool }) => tool));
    expect(attended.filter(({ name }) => !covered.has(name))).toEqual([]);
  });

  it('has an asking call for exactly the tools that may ask', () => {
    const guarded = MODULES.flatMap(({ tools }) => tools).filter(({ isGuarded }) => isGuarded);
    expect(new Set(asking.map(({ tool }) => tool))).toEqual(new Set(guarded.map(({ name }) => name)));
  });
});

/** A template is downloaded before the question, so that the question can name the files. */
function withoutCache<Value extends { readonly files: Readonly<Record<string, string>> }>(state: Value): Value {
  const files = Object.fromEntries(
    Object.entries(state.files).filter(([path]) => !path.startsWith('temporary/templates/')),
  );
  return { ...state, files };
}
