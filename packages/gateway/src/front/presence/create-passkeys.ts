import { err, ok, type Result } from '@toolmark/annotations';
import type { Passkey, PasskeyAssertion } from '@toolmark/api-contract';
import type { Clock, Log } from '@toolmark/base';
import { type Challenge, createChallenges } from './challenges.ts';
import { openKeyFile } from './key-file.ts';
import { type KeyState, type StoredKey, toPasskey } from './key-state.ts';
import type { ApprovePurpose, PasskeyProblem, Passkeys, Purpose } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';
import { assertionOptions, challengeIn, registrationOptions, verifyAssertion, verifyRegistration } from './webauthn.ts';

export interface PasskeysDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** More than anyone has; keeps the list readable. */
const MAX_KEYS = 20;

/** The purpose of a challenge. The challenges for a new key and for the consent to it are linked by `consent`. */
type ChallengePurpose =
  | {
      readonly kind: 'registration';
      readonly name: string;
      readonly host: string;
      readonly consent: string | undefined;
    }
  | { readonly kind: 'consent'; readonly purpose: Purpose; readonly host: string };

/**
 * Opens the keys, or returns a sentence with the problem of their file.
 *
 * @example
 * const passkeys = await createPasskeys({ dataDir, clock: systemClock, log });
 * if (passkeys.ok) passkeys.value.list() // [{ name: 'YubiKey', host: 'localhost', … }]
 */
export async function createPasskeys({ dataDir, clock, log }: PasskeysDeps): Promise<Result<Passkeys, string>> {
  const opened = await openKeyFile({ dataDir, clock, log });
  if (!opened.ok) return opened;
  const file = opened.value;
  const challenges = createChallenges<ChallengePurpose>(clock.now);
  let work: Promise<unknown> = Promise.resolve();

  /** Runs changes one after the other: concurrent ones would overwrite each other. */
  const serialize = <R>(run: () => Promise<R>): Promise<R> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };
  const store = async (keys: readonly StoredKey[]): Promise<Result<undefined, PasskeyProblem>> => {
    const written = await file.set({ ...file.get(), keys });
    return written.ok ? written : err({ kind: 'unwritable', message: written.error });
  };

  /** Verifies an assertion for exactly this purpose, and returns its key. */
  const verifyConsent = async (
    { id, rawId, ...answer }: PasskeyAssertion,
    isPurpose: (purpose: Purpose, challenge: string) => boolean,
    party: RelyingParty,
  ): Promise<Result<StoredKey, PasskeyProblem>> => {
    const challenge = challengeIn(answer.response.clientDataJSON) ?? '';
    const asked = challenges.take(challenge);
    if (asked?.kind !== 'consent' || asked.host !== party.id)
      return refused('This passkey answer was used already, has expired, or was not requested. Try again.');
    if (!isPurpose(asked.purpose, challenge))
      return refused('This passkey answer is for another purpose. Nothing was done.');
    const key = file.get().keys.find((one) => one.id === id && one.host === party.id);
    if (key === undefined)
      return refused('This passkey is not enrolled here. Use another one, or enrol it in Settings.');
    const verified = await verifyAssertion({ id, rawId, ...answer }, challenge, party, key);
    if (!verified.ok) return refused(`The passkey answer is invalid: ${verified.error}.`);
    const used = { ...key, counter: verified.value, last_used_at: moment() };
    const kept = await store(file.get().keys.map((one) => (one.id === id ? used : one)));
    // The consent is valid even if the time of use cannot be stored.
    if (!kept.ok) log.error({}, `The last use of passkey '${key.name}' could not be stored: ${kept.error.message}`);
    return ok(used);
  };
  const moment = (): string => new Date(clock.now()).toISOString();

  return ok({
    list: () => file.get().keys.map(toPasskey),
    problem: file.problem,
    challenge: async (purpose, party) => {
      const state = file.get();
      const here = state.keys.filter(({ host }) => host === party.id);
      if (purpose.kind === 'enrol' && state.keys.length >= MAX_KEYS)
        return err({ kind: 'too-many', message: `At most ${MAX_KEYS} passkeys. Remove one first.` });
      if (purpose.kind === 'remove' && state.keys.every(({ id }) => id !== purpose.id))
        return err({ kind: 'not-found', message: 'There is no such passkey.' });
      if (here.length === 0 && (purpose.kind !== 'enrol' || state.keys.length > 0))
        return err({ kind: 'none', message: explainNoKey(state, party) });
      const consent = here.length === 0 ? undefined : challenges.make({ kind: 'consent', purpose, host: party.id });
      const registration =
        purpose.kind === 'enrol'
          ? challenges.make({ kind: 'registration', name: purpose.name, host: party.id, consent: consent?.text })
          : undefined;
      return ok({
        registration: registration === undefined ? null : await registrationOptions(registration, party, state),
        assertion: consent === undefined ? null : await assertionOptions(consent, party, state),
        expires_at: new Date(earliestExpiry(registration, consent)).toISOString(),
      });
    },
    enrol: ({ registration, assertion }, party) =>
      serialize(async () => {
        const challenge = challengeIn(registration.response.clientDataJSON) ?? '';
        const asked = challenges.take(challenge);
        if (asked?.kind !== 'registration' || asked.host !== party.id)
          return refused('This registration was not requested, or came too late. Try again.');
        // Check again: the first key may have been enrolled since the challenge.
        if (file.get().keys.length > 0) {
          if (assertion === undefined || asked.consent === undefined)
            return refused('Another passkey needs the consent of an enrolled one. Try again.');
          const agreed = await verifyConsent(assertion, (_purpose, given) => given === asked.consent, party);
          if (!agreed.ok) return agreed;
        }
        const verified = await verifyRegistration(registration, challenge, party);
        if (!verified.ok) return refused(`The passkey could not be enrolled: ${verified.error}.`);
        const { keys } = file.get();
        if (keys.some(({ id }) => id === verified.value.id)) return refused('This passkey is enrolled already.');
        const added: StoredKey = {
          ...verified.value,
          name: asked.name,
          host: party.id,
          created_at: moment(),
          last_used_at: null,
        };
        const kept = await store([...keys, added]);
        if (!kept.ok) return kept;
        log.info({ passkey: added.name, host: added.host }, 'a passkey was enrolled');
        return ok(toPasskey(added));
      }),
    remove: (id, assertion, party) =>
      serialize(async () => {
        const agreed = await verifyConsent(
          assertion,
          (purpose) => purpose.kind === 'remove' && purpose.id === id,
          party,
        );
        if (!agreed.ok) return agreed;
        const { keys } = file.get();
        const gone = keys.find((key) => key.id === id);
        if (gone === undefined) return err({ kind: 'not-found', message: 'There is no such passkey.' });
        const kept = await store(keys.filter((key) => key !== gone));
        if (!kept.ok) return kept;
        log.info({ passkey: gone.name, host: gone.host }, 'a passkey was removed');
        return ok(toPasskey(gone));
      }),
    prove: (assertion, purpose, party) =>
      serialize(async (): Promise<Result<Passkey, PasskeyProblem>> => {
        const agreed = await verifyConsent(assertion, (asked) => isSameApproval(asked, purpose), party);
        return agreed.ok ? ok(toPasskey(agreed.value)) : agreed;
      }),
    close: file.close,
  });
}

const refused = (message: string): Result<never, PasskeyProblem> => err({ kind: 'refused', message });

const earliestExpiry = (...challenges: readonly (Challenge | undefined)[]): number =>
  Math.min(...challenges.flatMap((challenge) => challenge?.expiresAt ?? []));

function isSameApproval(asked: Purpose, wanted: ApprovePurpose): boolean {
  return (
    asked.kind === 'approve' &&
    asked.approval_id === wanted.approval_id &&
    asked.digest === wanted.digest &&
    asked.remember === wanted.remember &&
    asked.scope === wanted.scope
  );
}

function explainNoKey({ keys }: KeyState, { id }: RelyingParty): string {
  if (keys.length === 0) return 'No passkey is enrolled yet. Enrol one in Settings → Passkeys.';
  const hosts = [...new Set(keys.map(({ host }) => `'${host}'`))].join(', ');
  return `No passkey is enrolled for '${id}', only for ${hosts}. Open the page with that host name.`;
}
