import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@toolmark/base';
import { expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../../config/src/parse.ts';
import { createEngine } from '../app/engine.ts';
import { createLiveConfig } from '../app/live-config.ts';
import { modernCaller } from '../core/fixtures/caller.ts';
import { createNoRecorder } from './record/no-recorder.ts';

/** It offers what a file says, and keeps count of what reached it. */
const SERVER = fileURLToPath(new URL('../../../../e2e/policy/fixtures/offering-server.mjs', import.meta.url));

const nothing = (): void => {};

/** So many that a catalog of them takes a while to build. */
const OTHERS = Array.from({ length: 4_000 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Returns thing ${index} and says what it is, in as many words as people use.`,
}));

it('a tool that its server has announced as destructive is not called as a reader before the catalog knows it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolmark-stricter-'));
  const [tally, offered] = [join(dataDir, 'tally'), join(dataDir, 'offer.json')];
  const offer = async (annotations: object): Promise<void> => {
    await writeFile(`${offered}.new`, JSON.stringify([{ name: 'job', annotations }, ...OTHERS]));
    await rename(`${offered}.new`, offered);
  };
  await offer({ readOnlyHint: true });
  const parsed = parseConfig(
    {
      mcpServers: { s: { command: process.execPath, args: [SERVER, tally, offered], trust: 'declared' } },
      policy: { defaults: { destructive: 'deny' } },
    },
    { folder: dataDir, env: process.env },
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const made = await createEngine({
    config: createLiveConfig(parsed.value.config),
    configFile: join(dataDir, 'toolmark.json'),
    dataDir,
    version: '0.0.0',
    env: process.env,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    recorder: createNoRecorder(systemClock.now),
  });
  if (!made.ok) throw new Error(made.error);
  const engine = made.value;
  onTestFinished(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await expect
    .poll(() => engine.catalog().toolsByName.get('s__job')?.resolution.class, { timeout: 15_000 })
    .toBe('read');

  const before = engine.upstreams.get('s')?.offer().tools;
  await offer({ destructiveHint: true });
  while (engine.upstreams.get('s')?.offer().tools === before) await turn();
  // Received, and not in the catalog yet: that is the moment this is about.
  expect(engine.catalog().toolsByName.get('s__job')?.resolution.class).toBe('read');
  const reply = await engine.core.handle('tools/call', { name: 's__job', arguments: {} }, modernCaller());
  expect(JSON.stringify(reply)).toContain('default: destructive');
  expect(existsSync(tally)).toBe(false);
});
