import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolClass } from '@toolmark/annotations';
import { type RpcReply, result, systemClock } from '@toolmark/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../../config/src/parse.ts';
import { createEngine } from '../app/engine.ts';
import { createLiveConfig } from '../app/live-config.ts';
import { legacyCaller, modernCaller } from '../core/fixtures/caller.ts';
import type { Caller } from '../model/caller.ts';
import type { Scope } from '../model/scope.ts';
import { createNoRecorder } from './record/no-recorder.ts';
import { CALL_META } from './steps/call-lifecycle.ts';

/** It counts what reached it, and has one tool of each class and one that says nothing about itself. */
const SERVER = fileURLToPath(new URL('../../../../e2e/policy/fixtures/counting-server.mjs', import.meta.url));

const nothing = (): void => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A whole engine with a real server, in a folder of its own. */
async function startEngine(policy: object, entry: object = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolmark-ceiling-'));
  const tally = join(dataDir, 'tally');
  const mcpServers = { s: { command: process.execPath, args: [SERVER, tally], trust: 'declared', ...entry } };
  const parsed = parseConfig({ mcpServers, policy }, { folder: dataDir, env: process.env });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const made = await createEngine({
    config: createLiveConfig(parsed.value.config),
    configFile: join(dataDir, 'toolmark.json'),
    dataDir,
    version: '0.0.0',
    env: process.env,
    log,
    recorder: createNoRecorder(systemClock.now),
  });
  if (!made.ok) throw new Error(made.error);
  const engine = made.value;
  onTestFinished(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await engine.settled;
  return {
    call: (tool: string, caller: Caller) =>
      engine.core.handle('tools/call', { name: `s__${tool}`, arguments: {} }, caller),
    reached: async (): Promise<readonly string[]> => {
      if (!existsSync(tally)) return [];
      const lines = (await readFile(tally, 'utf8')).split('\n').slice(0, -1);
      return lines.map((line) => (JSON.parse(line) as { tool: string }).tool);
    },
  };
}

/** Why it was refused; `undefined` where it was not. */
function ruleOf(reply: RpcReply): string | undefined {
  if (reply.kind !== 'result') throw new Error(`no result: ${JSON.stringify(reply)}`);
  const { isError, _meta } = reply.result as {
    readonly isError?: boolean;
    readonly _meta?: Readonly<Record<string, { readonly decision?: { readonly rule: string } }>>;
  };
  return isError === true ? (_meta?.[CALL_META]?.decision?.rule ?? 'an error') : undefined;
}

const TOOLS = ['read_value', 'add_item', 'set_value', 'delete_item'] as const;
const ALLOWED: Readonly<Record<ToolClass, readonly string[]>> = {
  read: ['read_value'],
  additive: ['read_value', 'add_item'],
  destructive: TOOLS,
};
const CLASSES: readonly ToolClass[] = ['read', 'additive', 'destructive'];

/** Nothing else in the policy stops anything. */
const policy = {
  rules: [{ name: 'everything', decision: 'allow' }],
  defaults: { destructive: 'allow', contradicted: 'allow' },
};

describe.each(['ceiling', 'variant'] as const)('a caller with a %s', (which) => {
  it.each(CLASSES)('of %s has only that reach a server, whatever the rules allow', async (most) => {
    const { call, reached } = await startEngine(policy);
    for (const callerOf of [modernCaller, legacyCaller]) {
      const before = (await reached()).length;
      const rules: Record<string, string | undefined> = {};
      for (const tool of TOOLS) rules[tool] = ruleOf(await call(tool, callerOf({ [which]: most })));
      expect(rules).toEqual(
        Object.fromEntries(TOOLS.map((tool) => [tool, ALLOWED[most].includes(tool) ? undefined : which])),
      );
      expect((await reached()).slice(before)).toEqual(ALLOWED[most]);
    }
  });

  it('cannot be talked out of it by a yes of its own', async () => {
    const { call, reached } = await startEngine({});
    expect(
      ruleOf(await call('delete_item', modernCaller({ [which]: 'read', confirmed: { route: 'page', by: 'ada' } }))),
    ).toBe(which);
    expect(await reached()).toEqual([]);
  });
});

describe('what is kept of one principal', () => {
  it('answers no other', async () => {
    const { call, reached } = await startEngine(policy, { cache: true });
    const read = async (principal: string): Promise<unknown> => {
      const reply = await call('read_value', modernCaller({ principal }));
      if (reply.kind !== 'result') throw new Error(`no result: ${JSON.stringify(reply)}`);
      return (reply.result['_meta'] as Readonly<Record<string, { readonly cached?: boolean }>> | undefined)?.[CALL_META]
        ?.cached;
    };
    expect([await read('ada'), await read('ada'), await read('bob'), await read('bob')]).toEqual([
      ...[undefined, true],
      ...[undefined, true],
    ]);
    expect(await reached()).toEqual(['read_value', 'read_value']);
    // Those who ask at the same time share nothing either.
    await call('add_item', modernCaller());
    await Promise.all(['ada', 'bob', 'ada', 'bob'].map(read));
    expect((await reached()).slice(3)).toEqual(['read_value', 'read_value']);
  });
});

describe('a caller who sees only a part', () => {
  it.each([
    [false, ['delete_item']],
    [true, []],
  ])(
    'gets what they asked for only if it still is in it once a person said yes (taken out: %j)',
    async (isTakenOut, expected) => {
      const { call, reached } = await startEngine({});
      let part = 'with it';
      const scope: Scope = {
        get key() {
          return part;
        },
        hasServer: () => true,
        hasTool: () => part === 'with it',
      };
      const caller = legacyCaller({
        scope,
        capabilities: { elicitation: {} },
        ask: () => {
          if (isTakenOut) part = 'without it';
          return Promise.resolve(result({ action: 'accept', content: { decision: 'approve' } }));
        },
      });
      await call('delete_item', caller);
      expect(await reached()).toEqual(expected);
    },
  );
});
