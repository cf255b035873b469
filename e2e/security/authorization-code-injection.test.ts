import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPerson } from '../oauth/fixtures/person.ts';
import { createSetting } from '../oauth/fixtures/setting.ts';

const READY = { gateway: { readyWithinMs: 60_000 } };

it('a code that somebody else got is of no use in the sign-in of another', async () => {
  const setting = await createSetting(READY);
  await setting.until({ auth: 'signed_out' });
  const victim = await setting.begin();
  // Without a challenge, the code of anybody would do.
  const sent = new URL(victim.url).searchParams;
  expect([sent.get('code_challenge_method'), sent.get('code_challenge')]).toEqual([
    'S256',
    expect.stringMatching(/^[\w-]{43}$/),
  ]);
  // The attacker signs in as themselves, with the same client, and a proof key of their own.
  const theirs = new URL(victim.url);
  theirs.searchParams.set('code_challenge', createHash('sha256').update(randomBytes(32)).digest('base64url'));
  theirs.searchParams.set('state', 'of-the-attacker');
  const stolen = await createPerson(setting.gateway.url).agree(theirs.href);
  // And brings the code to the gateway, with the state of the victim, which they happen to know.
  stolen.searchParams.set('state', sent.get('state') ?? '');
  expect((await setting.person.open(stolen)).status).toBe(403);
  expect(await setting.auth()).toMatchObject({
    state: 'signed_out',
    attempt: { state: 'failed', problem: expect.stringContaining('refused (invalid_grant)') },
  });
  expect(setting.notes.authorizations.every((header) => header === undefined)).toBe(true);
});

it('an answer to a sign-in that nobody began here is not used, whosever it is', async () => {
  const setting = await createSetting(READY);
  await setting.until({ auth: 'signed_out' });
  const started = await setting.begin();
  const theirs = new URL(started.url);
  theirs.searchParams.set('state', 'A'.repeat(43));
  const back = await createPerson(setting.gateway.url).agree(theirs.href);
  expect((await setting.person.open(back)).status).toBe(400);
  expect(setting.authorization.requests).not.toContain('POST /token');
  // The started sign-in is still waiting.
  expect((await setting.auth()).attempt).toMatchObject({ id: started.id, state: 'waiting' });
  expect((await setting.person.open(await setting.person.agree(started.url))).status).toBe(200);
});
