import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApprovalsWorld, silentLegacy } from '../fixtures/approvals-world.ts';
import { approve, passes, until } from '../fixtures/remembering.ts';
import { dataDir, useApprovalsWorld, world } from '../fixtures/use-approvals-world.ts';

useApprovalsWorld();

/** As it was written before grants were bound to a client. */
const older = (route: string) => ({
  id: 'old-1',
  server: 'notes',
  tool: 'delete',
  scope: 'tool',
  rule: 'default: destructive',
  principal: 'local',
  says: 'local may call it.',
  route,
  by: 'ada',
  created_at: '2026-11-01T10:00:00.000Z',
  approval_id: 'a-1',
  uses: 3,
  last_used_at: null,
  ruleDigest: null,
  hints: 'readOnly=false destructive=absent idempotent=absent openWorld=absent, counted as 0101',
  digest: null,
});

describe('a grant of the first form', () => {
  it.each([
    ['web', 'page', /before grants were bound to one client\. Approve the call again to renew it/],
    ['cli', 'cli', /before grants were bound to one client/],
    ['client', 'client', /was given in the client, where approvals are for one call only now/],
  ])('that was given by %s lets nobody through, and says why', async (route, now, because) => {
    await world.approvals.close();
    writeFileSync(join(dataDir, 'grants.json'), JSON.stringify({ version: 1, grants: [older(route)] }));
    const upgraded = await createApprovalsWorld(dataDir);
    expect(upgraded.approvals.grants()).toMatchObject([
      {
        id: 'old-1',
        client: null,
        route: now,
        presence: 'none',
        uses: 3,
        void_because: expect.stringMatching(because),
      },
    ]);
    for (const client of [{ name: 'test', version: '1' }, undefined])
      expect(await passes(upgraded, silentLegacy({ client }))).toBe(false);
    // Who approves it anew puts another in its place.
    await approve(upgraded, 'always');
    await until(() => upgraded.approvals.grants().length === 1);
    expect(upgraded.approvals.grants()).toMatchObject([{ client: 'test', void_because: null }]);
    expect(await passes(upgraded)).toBe(true);
    await upgraded.approvals.close();
  });
});
