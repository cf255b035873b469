import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PasskeyAssertion, PasskeyChallenge } from '@toolmark/api-contract';
import { systemClock } from '@toolmark/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CHALLENGE_TTL_MS } from './challenges.ts';
import { createPasskeys } from './create-passkeys.ts';
import { createSoftwareKey, type SoftwareKey } from './fixtures/software-key.ts';
import type { ApprovePurpose, Passkeys, Purpose } from './passkeys.ts';

const HERE = { id: 'localhost', origin: 'http://localhost:7420' };
const APPROVE: ApprovePurpose = { kind: 'approve', approval_id: 'a1', digest: 'd1', remember: 'once', scope: 'tool' };

async function open(dataDir = folder(), clock = systemClock): Promise<{ passkeys: Passkeys; dataDir: string }> {
  const opened = await createPasskeys({ dataDir, clock, log: { info: () => undefined, error: () => undefined } });
  if (!opened.ok) throw new Error(opened.error);
  onTestFinished(() => opened.value.close());
  return { passkeys: opened.value, dataDir };
}
function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolmark-passkeys-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}
async function begin(passkeys: Passkeys, purpose: Purpose, party = HERE): Promise<PasskeyChallenge> {
  const challenge = await passkeys.challenge(purpose, party);
  if (!challenge.ok) throw new Error(challenge.error.message);
  return challenge.value;
}
/** Enrols a key, with the consent of an enrolled one if given. */
async function enrol(passkeys: Passkeys, name: string, consenting?: SoftwareKey): Promise<SoftwareKey> {
  const key = createSoftwareKey();
  const { registration, assertion } = await begin(passkeys, { kind: 'enrol', name });
  const request = {
    registration: key.register(registration),
    ...(consenting && { assertion: consenting.assert(assertion) }),
  };
  expect(await passkeys.enrol(request, HERE)).toMatchObject({ ok: true, value: { name, host: 'localhost' } });
  return key;
}
const namesOf = (passkeys: Passkeys): readonly string[] => passkeys.list().map(({ name }) => name);

describe('enrolling', () => {
  it('stores a key in a private file, also across restarts', async () => {
    const { passkeys, dataDir } = await open();
    const key = await enrol(passkeys, 'laptop');
    expect(statSync(join(dataDir, 'passkeys.json')).mode & 0o777).toBe(0o600);
    const again = await open(dataDir);
    expect(namesOf(again.passkeys)).toEqual(['laptop']);
    const { assertion } = await begin(again.passkeys, APPROVE);
    expect(await again.passkeys.prove(key.assert(assertion), APPROVE, HERE)).toMatchObject({ ok: true });
  });

  it('needs the consent of an enrolled key for a further one', async () => {
    const { passkeys } = await open();
    const first = await enrol(passkeys, 'first');
    const { registration, assertion } = await begin(passkeys, { kind: 'enrol', name: 'second' });
    const without = await passkeys.enrol({ registration: createSoftwareKey().register(registration) }, HERE);
    expect(without).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(assertion).not.toBeNull();
    await enrol(passkeys, 'second', first);
    expect(namesOf(passkeys)).toEqual(['first', 'second']);
  });

  it('rejects a consent for another enrolment, of an unknown key, or for another purpose', async () => {
    const { passkeys } = await open();
    const first = await enrol(passkeys, 'first');
    const other = await begin(passkeys, { kind: 'enrol', name: 'other' });
    const approving = await begin(passkeys, APPROVE);
    const stranger = createSoftwareKey();
    const tried = async (consent: (challenge: PasskeyChallenge) => PasskeyAssertion) => {
      const mine = await begin(passkeys, { kind: 'enrol', name: 'mine' });
      return await passkeys.enrol(
        { registration: stranger.register(mine.registration), assertion: consent(mine) },
        HERE,
      );
    };
    for (const consent of [
      () => first.assert(other.assertion),
      () => first.assert(approving.assertion),
      (mine: PasskeyChallenge) => stranger.assert(mine.assertion),
    ])
      expect(await tried(consent)).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(namesOf(passkeys)).toEqual(['first']);
  });

  it('keeps one of two concurrent first enrolments', async () => {
    const { passkeys } = await open();
    const [one, two] = [createSoftwareKey(), createSoftwareKey()];
    const challenges = [
      await begin(passkeys, { kind: 'enrol', name: '1' }),
      await begin(passkeys, { kind: 'enrol', name: '2' }),
    ];
    const ended = await Promise.all([
      passkeys.enrol({ registration: one.register(challenges[0]?.registration ?? null) }, HERE),
      passkeys.enrol({ registration: two.register(challenges[1]?.registration ?? null) }, HERE),
    ]);
    expect(ended.map(({ ok }) => ok)).toEqual([true, false]);
  });

  it.each<[string, Parameters<SoftwareKey['register']>[1]]>([
    ['for another origin', { origin: 'http://localhost:3000' }],
    ['for another host name', { host: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['for another challenge', { challenge: 'AAAA' }],
  ])('rejects a registration %s', async (_case, answer) => {
    const { passkeys } = await open();
    const { registration } = await begin(passkeys, { kind: 'enrol', name: 'x' });
    const enrolled = await passkeys.enrol({ registration: createSoftwareKey().register(registration, answer) }, HERE);
    expect(enrolled).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(passkeys.list()).toEqual([]);
  });
});

describe('proving presence', () => {
  async function withKey() {
    const { passkeys, dataDir } = await open();
    const key = await enrol(passkeys, 'laptop');
    return { passkeys, key, dataDir };
  }

  it('works once for exactly the requested purpose', async () => {
    const { passkeys, key } = await withKey();
    const answer = key.assert((await begin(passkeys, APPROVE)).assertion);
    expect(await passkeys.prove(answer, APPROVE, HERE)).toMatchObject({ ok: true, value: { name: 'laptop' } });
    expect(await passkeys.prove(answer, APPROVE, HERE)).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(passkeys.list()).toEqual([expect.objectContaining({ last_used_at: expect.any(String) })]);
  });

  it.each<[string, Partial<ApprovePurpose>]>([
    ['another approval', { approval_id: 'a2' }],
    ['other arguments', { digest: 'd2' }],
    ['a longer approval', { remember: 'always' }],
    ['another scope', { scope: 'arguments' }],
  ])('fails for %s, and uses the challenge up', async (_case, change) => {
    const { passkeys, key } = await withKey();
    const answer = key.assert((await begin(passkeys, APPROVE)).assertion);
    expect(await passkeys.prove(answer, { ...APPROVE, ...change }, HERE)).toMatchObject({ ok: false });
    expect(await passkeys.prove(answer, APPROVE, HERE)).toMatchObject({ ok: false });
  });

  it.each<[string, Parameters<SoftwareKey['assert']>[1]]>([
    ['for another origin', { origin: 'http://localhost:3000' }],
    ['for another host name', { host: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['for an unknown challenge', { challenge: 'AAAA' }],
  ])('rejects an assertion %s', async (_case, change) => {
    const { passkeys, key } = await withKey();
    const answer = key.assert((await begin(passkeys, APPROVE)).assertion, change);
    expect(await passkeys.prove(answer, APPROVE, HERE)).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('rejects an unknown key, under its own id or that of an enrolled key', async () => {
    const { passkeys, key } = await withKey();
    const stranger = createSoftwareKey();
    const own = stranger.assert((await begin(passkeys, APPROVE)).assertion);
    expect(await passkeys.prove(own, APPROVE, HERE)).toMatchObject({ ok: false, error: { kind: 'refused' } });
    const borrowed = { ...stranger.assert((await begin(passkeys, APPROVE)).assertion), id: key.id, rawId: key.id };
    expect(await passkeys.prove(borrowed, APPROVE, HERE)).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('rejects a late assertion', async () => {
    let late = 0;
    const { passkeys } = await open(folder(), { ...systemClock, now: () => systemClock.now() + late });
    const key = await enrol(passkeys, 'laptop');
    const answer = key.assert((await begin(passkeys, APPROVE)).assertion);
    late = CHALLENGE_TTL_MS;
    expect(await passkeys.prove(answer, APPROVE, HERE)).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('fails if no key is enrolled, or only under another host name', async () => {
    const { passkeys } = await open();
    expect(await passkeys.challenge(APPROVE, HERE)).toMatchObject({
      ok: false,
      error: { kind: 'none', message: expect.stringContaining('Settings') },
    });
    await enrol(passkeys, 'laptop');
    const elsewhere = { id: 'gw.example.com', origin: 'https://gw.example.com' };
    expect(await passkeys.challenge(APPROVE, elsewhere)).toMatchObject({
      ok: false,
      error: { kind: 'none', message: expect.stringContaining("only for 'localhost'") },
    });
    expect(await passkeys.challenge({ kind: 'enrol', name: 'x' }, elsewhere)).toMatchObject({ ok: false });
  });
});

describe('removing', () => {
  it('needs the consent of a key for exactly this removal', async () => {
    const { passkeys } = await open();
    const first = await enrol(passkeys, 'first');
    const second = await enrol(passkeys, 'second', first);
    const forSecond = first.assert((await begin(passkeys, { kind: 'remove', id: second.id })).assertion);
    expect(await passkeys.remove(first.id, forSecond, HERE)).toMatchObject({ ok: false });
    const again = first.assert((await begin(passkeys, { kind: 'remove', id: second.id })).assertion);
    expect(await passkeys.remove(second.id, again, HERE)).toMatchObject({ ok: true, value: { name: 'second' } });
    expect(namesOf(passkeys)).toEqual(['first']);
    const gone = second.assert((await begin(passkeys, APPROVE)).assertion);
    expect(await passkeys.prove(gone, APPROVE, HERE)).toMatchObject({ ok: false });
  });
});

describe('a file changed by another program', () => {
  it('is reported, and ignored while the gateway runs', async () => {
    const waiting: (() => void)[] = [];
    const after = (_ms: number, run: () => void): (() => void) => {
      waiting.push(run);
      return () => undefined;
    };
    const clock = { ...systemClock, after };
    const { passkeys, dataDir } = await open(folder(), clock);
    const key = await enrol(passkeys, 'mine');
    const path = join(dataDir, 'passkeys.json');
    const mine = readFileSync(path, 'utf8');
    writeFileSync(path, mine.replaceAll('"mine"', '"theirs, longer"'));
    waiting.shift()?.();
    await expect.poll(() => passkeys.problem()).toContain('Another program has changed');
    expect(namesOf(passkeys)).toEqual(['mine']);

    const answer = key.assert((await begin(passkeys, APPROVE)).assertion);
    expect(await passkeys.prove(answer, APPROVE, HERE)).toMatchObject({ ok: true });
    expect(JSON.parse(readFileSync(path, 'utf8')).keys).toMatchObject([{ name: 'mine' }]);
    expect(passkeys.problem()).toBeUndefined();
  });

  it('prevents the start if it is invalid, with an error', async () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'passkeys.json'), '{"keys":');
    const opened = await createPasskeys({
      dataDir,
      clock: systemClock,
      log: { info: () => undefined, error: () => undefined },
    });
    expect(opened).toEqual({ ok: false, error: expect.stringContaining('passkeys.json') });
  });
});
