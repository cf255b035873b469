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

/** More than anybody has; the list stays readable. */
const MOST_KEYS = 20;

/** What a challenge was made for. One for a new key, and one for the consent to it, belong together by `consent`. */
type Asked =
  | {
      readonly kind: 'registration';
      readonly name: string;
      readonly host: string;
      readonly consent: string | undefined;
    }
  | { readonly kind: 'consent'; readonly purpose: Purpose; readonly host: string };

/**
 * Reads the keys, or says in a sentence what is wrong with their file.
 *
 * @example
 * const passkeys = await createPasskeys({ dataDir, clock: systemClock, log });
 * if (passkeys.ok) passkeys.value.list() // [{ name: 'YubiKey', host: 'localhost', … }]
 */
export async function createPasskeys({ dataDir, clock, log }: PasskeysDeps): Promise<Result<Passkeys, string>> {
  const opened = await openKeyFile({ dataDir, clock, log });
  if (!opened.ok) return opened;
  const file = opened.value;
  const challenges = createChallenges<Asked>(clock.now);
  let work: Promise<unknown> = Promise.resolve();

  /** One change after the other: two that began with the same keys would lose one of them. */
  const inTurn = <R>(run: () => Promise<R>): Promise<R> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };
  const keep = async (keys: readonly StoredKey[]): Promise<Result<undefined, PasskeyProblem>> => {
    const written = await file.set({ ...file.get(), keys });
    return written.ok ? written : err({ kind: 'unwritable', message: written.error });
  };

  /** The key that agrees, if the answer is right and was made for exactly this purpose. */
  const agree = async (
    { id, rawId, ...answer }: PasskeyAssertion,
    isMeant: (purpose: Purpose, challenge: string) => boolean,
    party: RelyingParty,
  ): Promise<Result<StoredKey, PasskeyProblem>> => {
    const challenge = challengeIn(answer.response.clientDataJSON) ?? '';
    const asked = challenges.take(challenge);
    if (asked?.kind !== 'consent' || asked.host !== party.id)
      return refused('This answer of a passkey was used before, has expired, or was never asked for. Try again.');
    if (!isMeant(asked.purpose, challenge))
      return refused('This answer of a passkey was given for something else. Nothing was done.');
    const key = file.get().keys.find((one) => one.id === id && one.host === party.id);
    if (key === undefined)
      return refused('This passkey is not enrolled here. Use another one, or enrol it in Settings.');
    const verified = await verifyAssertion({ id, rawId, ...answer }, challenge, party, key);
    if (!verified.ok) return refused(`The answer of the passkey does not count: ${verified.error}.`);
    const used = { ...key, counter: verified.value, last_used_at: moment() };
    const kept = await keep(file.get().keys.map((one) => (one.id === id ? used : one)));
    // Whoever agreed has agreed; that the time of it is not kept is for the log.
    if (!kept.ok) log.error({}, `When passkey '${key.name}' was used is not kept: ${kept.error.message}`);
    return ok(used);
  };
  const moment = (): string => new Date(clock.now()).toISOString();

  return ok({
    list: () => file.get().keys.map(toPasskey),
    problem: file.problem,
    challenge: async (purpose, party) => {
      const state = file.get();
      const here = state.keys.filter(({ host }) => host === party.id);
      if (purpose.kind === 'enrol' && state.keys.length >= MOST_KEYS)
        return err({ kind: 'too-many', message: `At most ${MOST_KEYS} passkeys. Remove one first.` });
      if (purpose.kind === 'remove' && state.keys.every(({ id }) => id !== purpose.id))
        return err({ kind: 'not-found', message: 'There is no such passkey.' });
      if (here.length === 0 && (purpose.kind !== 'enrol' || state.keys.length > 0))
        return err({ kind: 'none', message: noneHere(state, party) });
      const consent = here.length === 0 ? undefined : challenges.make({ kind: 'consent', purpose, host: party.id });
      const registration =
        purpose.kind === 'enrol'
          ? challenges.make({ kind: 'registration', name: purpose.name, host: party.id, consent: consent?.text })
          : undefined;
      return ok({
        registration: registration === undefined ? null : await registrationOptions(registration, party, state),
        assertion: consent === undefined ? null : await assertionOptions(consent, party, state),
        expires_at: new Date(soonest(registration, consent)).toISOString(),
      });
    },
    enrol: ({ registration, assertion }, party) =>
      inTurn(async () => {
        const challenge = challengeIn(registration.response.clientDataJSON) ?? '';
        const asked = challenges.take(challenge);
        if (asked?.kind !== 'registration' || asked.host !== party.id)
          return refused('This new passkey was not asked for, or not in time. Try again.');
        // Asked again here: the first key may have come since the challenge was made.
        if (file.get().keys.length > 0) {
          if (assertion === undefined || asked.consent === undefined)
            return refused('A further passkey needs the consent of one that is enrolled. Try again.');
          const agreed = await agree(assertion, (_purpose, given) => given === asked.consent, party);
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
        const kept = await keep([...keys, added]);
        if (!kept.ok) return kept;
        log.info({ passkey: added.name, host: added.host }, 'a passkey was enrolled');
        return ok(toPasskey(added));
      }),
    remove: (id, assertion, party) =>
      inTurn(async () => {
        const agreed = await agree(assertion, (purpose) => purpose.kind === 'remove' && purpose.id === id, party);
        if (!agreed.ok) return agreed;
        const { keys } = file.get();
        const gone = keys.find((key) => key.id === id);
        if (gone === undefined) return err({ kind: 'not-found', message: 'There is no such passkey.' });
        const kept = await keep(keys.filter((key) => key !== gone));
        if (!kept.ok) return kept;
        log.info({ passkey: gone.name, host: gone.host }, 'a passkey was removed');
        return ok(toPasskey(gone));
      }),
    prove: (assertion, purpose, party) =>
      inTurn(async (): Promise<Result<Passkey, PasskeyProblem>> => {
        const agreed = await agree(assertion, (asked) => isSameApproval(asked, purpose), party);
        return agreed.ok ? ok(toPasskey(agreed.value)) : agreed;
      }),
    close: file.close,
  });
}

const refused = (message: string): Result<never, PasskeyProblem> => err({ kind: 'refused', message });

const soonest = (...challenges: readonly (Challenge | undefined)[]): number =>
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

function noneHere({ keys }: KeyState, { id }: RelyingParty): string {
  if (keys.length === 0) return 'No passkey is enrolled yet. Enrol one in Settings → Passkeys.';
  const hosts = [...new Set(keys.map(({ host }) => `'${host}'`))].join(', ');
  return `No passkey is enrolled for '${id}', only for ${hosts}. Open the page under that name.`;
}
