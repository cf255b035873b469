import { describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import type { ResponseHead } from '../wire/http/client.ts';
import { createTokenSource, type OwnedTokenSource } from './create-token-source.ts';
import { aFile, aSignIn, KEY } from './fixtures/a-sign-in.ts';
import { RENEW_PAUSE_MS } from './limits.ts';
import type { Renewal } from './renew.ts';
import { type SignInRecord, withChanged, withoutSignIns } from './sign-in-record.ts';

interface Setting {
  readonly source: OwnedTokenSource;
  readonly clock: FakeClock;
  readonly renewals: string[];
  readonly told: () => number;
}

/** @param answers what comes of each renewal; the last one of all that follow */
function setUp(signIn: SignInRecord | undefined, ...answers: readonly Renewal[]): Setting {
  const clock = createFakeClock();
  const file = aFile(...(signIn === undefined ? [] : [signIn]));
  const renewals: string[] = [];
  let told = 0;
  const source = createTokenSource({
    key: KEY,
    file,
    clock,
    attempt: () => undefined,
    renew: async (record) => {
      renewals.push(record.accessToken);
      const answer = answers[renewals.length - 1] ?? answers.at(-1) ?? 'unreachable';
      const granted = {
        accessToken: `token-${renewals.length + 1}`,
        expiresAt: clock.now() + 60_000,
        renewAt: clock.now() + 48_000,
      };
      if (answer === 'renewed') await file.update((state) => withChanged(state, record, granted));
      if (answer === 'over') await file.update((state) => withoutSignIns(state, () => true));
      return answer;
    },
  });
  source.onChange(() => {
    told++;
  });
  return { source, clock, renewals, told: () => told };
}

const head = (status: number, challenge?: string): ResponseHead => ({
  status,
  statusText: '',
  mediaType: '',
  headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
});

describe('the token of a request', () => {
  it('is missing without a sign-in', () => {
    const { source } = setUp(undefined);
    expect([source.authorization(), source.status().state]).toEqual([undefined, 'none']);
  });

  it('is returned at once while it is fresh', () => {
    const { source, renewals } = setUp(aSignIn());
    expect([source.authorization(), renewals]).toEqual(['Bearer token-1', []]);
  });

  it('is renewed before it expires, once for all requests', async () => {
    const { source, clock, renewals } = setUp(aSignIn(), 'renewed');
    await clock.advance(48_000);
    expect(await Promise.all([source.authorization(), source.authorization(), source.authorization()])).toEqual(
      Array.from({ length: 3 }, () => 'Bearer token-2'),
    );
    expect([source.authorization(), renewals]).toEqual(['Bearer token-2', ['token-1']]);
  });

  it('stays the old one while renewal fails, with a pause between attempts', async () => {
    const { source, clock, renewals } = setUp(aSignIn(), 'unreachable', 'renewed');
    await clock.advance(48_000);
    expect(await source.authorization()).toBe('Bearer token-1');
    expect([source.authorization(), renewals.length]).toEqual(['Bearer token-1', 1]);
    await clock.advance(RENEW_PAUSE_MS);
    expect(await source.authorization()).toBe('Bearer token-3');
  });

  it('is missing once the sign-in has ended', async () => {
    const { source, clock } = setUp(aSignIn(), 'over');
    await clock.advance(48_000);
    expect([await source.authorization(), source.status().state]).toEqual([undefined, 'signed_out']);
  });

  it('is not renewed without a refresh token', async () => {
    const { refreshToken: _, ...signIn } = aSignIn();
    const { source, clock, renewals } = setUp(signIn, 'renewed');
    await clock.advance(60_000);
    expect([source.authorization(), renewals, source.status().state]).toEqual(['Bearer token-1', [], 'expired']);
  });
});

describe('a refusal (401 or 403)', () => {
  it('of a request without a token asks for a sign-in', async () => {
    const { source, told } = setUp(undefined);
    expect(await source.refused(head(401, 'Bearer scope="a"'), undefined)).toBeUndefined();
    expect([source.status().state, source.challenge()?.scopes, told()]).toEqual(['signed_out', ['a'], 1]);
    expect(source.warnings()).toEqual([expect.stringMatching(/sign in with: toolmark servers login notes/)]);
  });

  it('is retried with the token of a sign-in that happened meanwhile', async () => {
    const { source, renewals } = setUp(aSignIn());
    const answers = [await source.refused(head(401), undefined), await source.refused(head(401), 'Bearer token-0')];
    expect([answers, renewals]).toEqual([['Bearer token-1', 'Bearer token-1'], []]);
  });

  it('renews the token once for all refused requests', async () => {
    const { source, renewals } = setUp(aSignIn(), 'renewed');
    const refused = () => source.refused(head(401), 'Bearer token-1');
    expect(await Promise.all([refused(), refused()])).toEqual(['Bearer token-2', 'Bearer token-2']);
    expect(renewals).toEqual(['token-1']);
  });

  it.each<[Renewal, string]>([
    ['over', 'signed_out'],
    ['unreachable', 'signed_in'],
  ])('of a token whose renewal is %s leaves the server %s', async (renewal, state) => {
    const { source } = setUp(aSignIn(), renewal);
    expect(await source.refused(head(401), 'Bearer token-1')).toBeUndefined();
    expect(source.status().state).toBe(state);
  });

  it('of a freshly renewed token asks for a sign-in', () => {
    const { source } = setUp(aSignIn());
    source.sawRefusal(head(401), 'Bearer token-1');
    expect(source.status().state).toBe('signed_out');
  });

  it('for missing scopes stores them', async () => {
    const { source, told } = setUp(aSignIn());
    source.sawRefusal(head(403, 'Bearer error="insufficient_scope", scope="notes:write"'), 'Bearer token-1');
    await expect.poll(() => source.status()).toMatchObject({ state: 'more_scopes', missingScopes: ['notes:write'] });
    expect(told()).toBe(1);
    expect(source.warnings()).toEqual([expect.stringMatching(/needs more scopes than were granted \(notes:write\)/)]);
  });

  it.each([
    ['another reason', head(403), 'Bearer token-1'],
    ['missing scopes that the server does not name', head(403, 'Bearer error="insufficient_scope"'), 'Bearer token-1'],
    ['a token that was replaced already', head(403, 'Bearer error="insufficient_scope", scope="x"'), 'Bearer token-0'],
  ])('for %s changes nothing', (_, refusal, used) => {
    const { source } = setUp(aSignIn());
    source.sawRefusal(refusal, used);
    expect(source.status().state).toBe('signed_in');
  });
});

describe('the message for a refusal', () => {
  it('names the command, and the headers if the kind of credentials is unknown', async () => {
    const { source } = setUp(undefined);
    const plain = head(401);
    await source.refused(plain, undefined);
    expect(source.troubleOf('https://x/mcp', plain)).toEqual({
      name: 'upstreamUnavailable',
      message:
        'https://x/mcp requires authentication (HTTP 401); sign in with: toolmark servers login notes, or with the button on its page. If it takes a key instead, put it into the headers of this server in the config.',
      retryable: false,
      hadToken: false,
      over: 'requires authentication (HTTP 401)',
    });
  });

  it('distinguishes a missing token from an ended sign-in', async () => {
    const { source } = setUp(aSignIn(), 'over');
    const [first, second, third] = [head(401), head(401), head(401)];
    await source.refused(first, 'Bearer token-1');
    await source.refused(second, undefined);
    await source.refused(third, undefined);
    expect([first, second, third].map((one) => source.troubleOf('x', one)?.hadToken)).toEqual([true, true, false]);
  });

  it('never contains a token', () => {
    const { source } = setUp(aSignIn());
    expect(source.redact('no token-1, no refresh-1, but token')).toBe('no …, no …, but token');
    expect(setUp(undefined).source.redact('as it is')).toBe('as it is');
  });

  it.each([head(403), head(407), head(500)])('is undefined for $status', (other) => {
    expect(setUp(undefined).source.troubleOf('x', other)).toBeUndefined();
  });
});
