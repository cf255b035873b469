import { existsSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok } from '@toolmark/annotations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../base/src/fixtures/fake-clock.ts';
import { POLL_MS } from '../../../../../base/src/state/state-file.ts';
import {
  type ApprovalsWorld,
  createApprovalsWorld,
  newDataDir,
  removeDataDir,
  SETTINGS,
  silentLegacy,
  YES,
} from '../fixtures/approvals-world.ts';
import { approve, passes, until } from '../fixtures/remembering.ts';

let dataDir: string;
let file: string;
let world: ApprovalsWorld;
beforeEach(async () => {
  dataDir = newDataDir();
  file = join(dataDir, 'grants.json');
  world = await createApprovalsWorld(dataDir);
});
afterEach(async () => {
  await world.approvals.close();
  removeDataDir(dataDir);
});

describe('an approval for good', () => {
  it('survives a restart, in a file for its owner only, with how often it was used', async () => {
    await approve(world, 'always');
    expect(await passes(world)).toBe(true);
    await world.approvals.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    world = await createApprovalsWorld(dataDir);
    expect(world.approvals.grants()).toMatchObject([{ lasts: 'always', approval_id: 'id-1', uses: 1 }]);
    expect(await passes(world)).toBe(true);
    await world.approvals.close();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 2, grants: [{ uses: 2 }] });
    world = await createApprovalsWorld(dataDir);
    world.declare({ readOnlyHint: false, openWorldHint: false });
    expect(await passes(world)).toBe(false);
  });

  it('is shared with another gateway, and revoked for both', async () => {
    const other = await createApprovalsWorld(dataDir, world.clock);
    await approve(world, 'always');
    await until(() => existsSync(file));
    await world.clock.advance(POLL_MS);
    await until(() => other.approvals.grants().length === 1);
    await other.call(silentLegacy()).reply;
    expect(other.sent).toHaveLength(1);
    await other.approvals.revoke('id-2');
    await until(() => world.clock.pending() >= 3);
    await world.clock.advance(POLL_MS);
    await until(() => world.approvals.grants().length === 0);
    expect(await passes(world)).toBe(false);
    await other.approvals.close();
  });

  it('ends when somebody takes it out of the file', async () => {
    await approve(world, 'always');
    await until(() => existsSync(file));
    await world.clock.advance(POLL_MS);
    await settle();
    unlinkSync(file);
    await until(() => world.clock.pending() >= 1);
    await world.clock.advance(POLL_MS);
    await until(() => world.approvals.grants().length === 0);
    expect(await passes(world)).toBe(false);
  });

  it('that cannot be written holds until the restart, revoking holds too, and both are told of', async () => {
    writeFileSync(file, 'broken');
    await approve(world, 'always');
    await until(() => world.logged.length === 1);
    expect(world.logged[0]).toMatch(/^The grant for 'delete' could not be written\. .*grants\.json is invalid: /);
    expect(await passes(world)).toBe(true);
    expect(await world.approvals.revoke('id-2')).toEqual(ok(true));
    expect([await passes(world), world.approvals.grants()]).toEqual([false, []]);
    expect(world.logged).toHaveLength(2);
    expect(readFileSync(file, 'utf8')).toBe('broken');
  });

  it('that was revoked where the file cannot be written holds no more, is told of, and can be revoked again', async () => {
    await approve(world, 'always');
    await until(() => existsSync(file));
    expect(await world.approvals.revoke('none')).toEqual(ok(false));
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, 'broken');
    const revoked = await world.approvals.revoke('id-2');
    expect(revoked).toEqual(
      err(expect.stringMatching(/^It is revoked while .* after a restart: .*grants\.json is invalid: /)),
    );
    expect(world.logged).toEqual([expect.stringMatching(/^The revocation of a grant could not be written\. /)]);
    expect([await passes(world), world.approvals.grants()]).toMatchObject([false, [{ id: 'id-2' }]]);
    writeFileSync(file, text);
    expect(await world.approvals.revoke('id-2')).toEqual(ok(true));
    expect([world.approvals.grants(), JSON.parse(readFileSync(file, 'utf8'))]).toMatchObject([[], { grants: [] }]);
  });

  it('that was revoked is taken out of the file as soon as it can be written', async () => {
    await approve(world, 'always');
    await until(() => existsSync(file));
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, 'broken');
    await world.approvals.revoke('id-2');
    writeFileSync(file, text);
    await world.approvals.close();
    world = await createApprovalsWorld(dataDir);
    expect([world.approvals.grants(), await passes(world)]).toEqual([[], false]);
  });

  it('that was given after the call had given up is gone with its revocation', async () => {
    const { reply } = world.call(silentLegacy());
    await world.clock.advance(SETTINGS.waitMs);
    await reply;
    world.approvals.answer('id-1', { ...YES, remember: 'always' });
    expect(await passes(world)).toBe(true);
    await world.approvals.revoke('id-2');
    expect(await passes(world)).toBe(false);
  });

  it.each([
    ['{', 'JSON'],
    ['{"version":3,"grants":[]}', 'version'],
    ['{"version":2,"grants":[{"id":"a"}]}', 'grants.0.server'],
    ['{"version":1,"grants":[{"id":"a"}]}', 'grants.0.server'],
  ])('is refused at the start where the file holds %s', async (text, what) => {
    await world.approvals.close();
    writeFileSync(file, text);
    await expect(createApprovalsWorld(dataDir)).rejects.toThrow(file);
    await expect(createApprovalsWorld(dataDir)).rejects.toThrow(what);
    await expect(createApprovalsWorld(dataDir)).rejects.toThrow('Correct it, or delete it');
    unlinkSync(file);
    world = await createApprovalsWorld(dataDir);
  });
});
