import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Approval, approvalListSchema, type PasskeyChallenge } from '@toolmark/api-contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { runCli } from '../support/run-cli.ts';
import { cardOf, until, untilClicked } from '../web/fixtures/answering.ts';
import { createScripted, NOTES } from '../web/fixtures/scripted.ts';
import { shareGateway } from '../web/fixtures/shared-gateway.ts';
import { openSignedIn } from '../web/fixtures/signed-in.ts';
import {
  addAuthenticator,
  assertOn,
  atLocalhost,
  enrolOnPage,
  fetchOnPage,
  openWithAuthenticator,
  type VirtualAuthenticator,
} from './fixtures/passkey-page.ts';

const notes = createScripted(NOTES);
const RULES = [{ name: 'deletes', tool: 'delete_*', decision: 'ask', ask: { presence: 'passkey' } }];
const gateway = shareGateway({
  servers: { notes: notes.entry },
  config: { policy: { ask: { wait: 55 }, rules: RULES } },
});

const SOON = { timeout: 30_000 };
/** A browser writes every refusal into its console. */
const REFUSED = [/status of 40[349]/];
const ONCE = { decision: 'approve', remember: 'once', scope: 'tool' } as const;

const deleted = (): readonly unknown[] => notes.reached('delete_note').map(({ arguments: given }) => given['id']);
const statusOf = async ({ id }: Approval): Promise<unknown> =>
  ((await gateway().api(`/api/v1/approvals/${id}`)).body as Approval).status;

/** A call that waits for a passkey. */
async function callDelete(id: number): Promise<{ readonly answered: Promise<unknown>; readonly asked: Approval }> {
  const client = await connectTo(gateway(), 'modern', `agent ${id}`);
  const answered = client.call('notes__delete_note', { id });
  answered.catch(() => undefined);
  const mine = async (): Promise<Approval | undefined> =>
    approvalListSchema
      .parse((await gateway().api('/api/v1/approvals')).body)
      .approvals.find(({ client_name }) => client_name === `agent ${id}`);
  await expect.poll(mine, SOON).toBeDefined();
  const asked = await mine();
  if (asked === undefined) throw new Error('It waits no more.');
  expect(asked.presence_required).toBe(true);
  return { answered, asked };
}

/** A page with the one passkey that is enrolled: its private key goes from one authenticator to the next. */
let credential: object | undefined;
async function openWithKey(path: string) {
  const opened = await openWithAuthenticator({ gateway: gateway(), path, expected: REFUSED });
  await takeKey(opened.authenticator);
  return opened;
}
async function takeKey({ session, id }: VirtualAuthenticator): Promise<void> {
  if (credential === undefined) throw new Error('No passkey is enrolled yet.');
  // What Chromium gave out is what it takes.
  await session.send('WebAuthn.addCredential', { authenticatorId: id, credential: credential as never });
}
async function keepKey({ session, id }: VirtualAuthenticator): Promise<void> {
  credential = (await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials[0];
}
const challengeFor = async (page: Page, { id }: Approval): Promise<PasskeyChallenge> => {
  const wish = { kind: 'approve', approval_id: id, remember: 'once', scope: 'tool' };
  return (await fetchOnPage(page, '/passkeys/challenge', wish)).body as PasskeyChallenge;
};
const approve = (page: Page, { id }: Approval, body: object): Promise<{ readonly status: number }> =>
  fetchOnPage(page, `/approvals/${id}`, body);

describe('before a passkey is enrolled', () => {
  it('nobody can approve, and the page says what to do', async () => {
    const { page } = await openWithAuthenticator({ gateway: gateway(), path: '/approvals', expected: REFUSED });
    await page.getByRole('alert').getByText("No passkey is enrolled, but the rule 'deletes' requires one").waitFor();
    const { asked } = await callDelete(1);
    const card = cardOf(page, asked);
    await untilClicked(
      card.getByText('No passkey is enrolled yet.'),
      card.getByRole('button', { name: 'Approve with passkey' }),
    );
    expect(await statusOf(asked)).toBe('pending');
    await card.getByRole('link', { name: 'Open Settings → Passkeys' }).click();
    await page.getByRole('region', { name: 'Passkeys' }).getByText('No passkeys enrolled.').waitFor();
    expect(deleted()).toEqual([]);
    const { code, stdout } = await runCli(['doctor', '--data', gateway().dataDir]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("the rule 'deletes' requires one")]);
  });
});

describe('with a passkey', () => {
  beforeAll(() => expect(credential).toBeUndefined());

  it('that was enrolled on the page, a call is approved with it and carried out', async () => {
    const { page, authenticator } = await openWithAuthenticator({ gateway: gateway() });
    await enrolOnPage(page, 'virtual key');
    await keepKey(authenticator);
    const { answered, asked } = await callDelete(2);
    await page.goto(`${atLocalhost(gateway()).url}/approvals`);
    const button = cardOf(page, asked).getByRole('button', { name: 'Approve with passkey' });
    await untilClicked(page.getByText(/^Approved once .*on the page/), button);
    expect(await answered).toMatchObject({ isError: false });
    expect(deleted()).toEqual([2]);
    const { body } = await gateway().api(`/api/v1/approvals/${asked.id}`);
    expect(body).toMatchObject({
      status: 'approved',
      answer: { route: 'page', presence: 'passkey', remember: 'once' },
    });
    const { stdout } = await runCli(['passkeys', '--json', '--data', gateway().dataDir]);
    expect(JSON.parse(stdout)).toMatchObject({
      passkeys: [{ name: 'virtual key', host: 'localhost', last_used_at: expect.any(String) }],
      is_required: true,
    });
    await keepKey(authenticator);
  });

  it('by keyboard, the confirmation comes first', async () => {
    const { page, authenticator } = await openWithKey('/approvals');
    const { answered, asked } = await callDelete(3);
    await cardOf(page, asked).getByRole('button', { name: 'Deny' }).waitFor();
    await page.keyboard.press('j');
    const dialog = page.getByRole('dialog', { name: 'Approve with passkey: Delete Note on notes?' });
    await until(dialog, () => page.keyboard.press('a'));
    expect(await statusOf(asked)).toBe('pending');
    await until(page.getByText(/^Approved once .*on the page/), () => page.keyboard.press('Enter'));
    expect(await answered).toMatchObject({ isError: false });
    expect(deleted()).toContain(3);
    await keepKey(authenticator);
  });

  it('whose user is not who they say, nothing is approved', async () => {
    const { page, authenticator } = await openWithKey('/approvals');
    const { asked } = await callDelete(4);
    await authenticator.verify(false);
    const card = cardOf(page, asked);
    await untilClicked(
      card.getByText('No passkey was used: it was cancelled, timed out'),
      card.getByRole('button', { name: 'Approve with passkey' }),
    );
    expect(await statusOf(asked)).toBe('pending');
    expect(deleted()).not.toContain(4);
  });

  it('a call can be denied without it', async () => {
    const { page } = await openWithKey('/approvals');
    const { answered, asked } = await callDelete(5);
    await untilClicked(
      page.getByText(/^Denied .*on the page/),
      cardOf(page, asked).getByRole('button', { name: 'Deny' }),
    );
    expect(await answered).toMatchObject({ isError: true });
    expect(deleted()).not.toContain(5);
  });
});

describe('without a passkey, a call is not approved', () => {
  it.each(['once', 'session', 'always'])('by a cookie: %s', async (remember) => {
    const page = await openSignedIn({ gateway: atLocalhost(gateway()), path: '/approvals', expected: REFUSED });
    const { asked } = await callDelete(10);
    expect(await approve(page, asked, { ...ONCE, remember })).toMatchObject({ status: 403 });
    expect(await statusOf(asked)).toBe('pending');
    expect(deleted()).not.toContain(10);
  });

  it('by the owner’s token, whatever its headers claim, nor by the command line', async () => {
    const { asked } = await callDelete(11);
    for (const claimed of ['web/1.0', 'cli/1.0', 'passkey/1.0']) {
      const headers = { 'content-type': 'application/json', 'toolmark-client': claimed };
      const answer = await gateway().api(`/api/v1/approvals/${asked.id}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(ONCE),
      });
      expect(answer.status).toBe(403);
    }
    const { code } = await runCli(['approvals', 'approve', asked.id, '--data', gateway().dataDir]);
    expect(code).not.toBe(0);
    expect(await statusOf(asked)).toBe('pending');
    expect(deleted()).not.toContain(11);
  });

  it('by a call with confirm: true', async () => {
    const answer = await gateway().api('/api/v1/tools/notes/delete_note/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ arguments: { id: 12 }, confirm: true }),
    });
    expect(JSON.stringify(answer.body)).toContain('passkey');
    expect(deleted()).not.toContain(12);
  });
});

describe('an answer of the passkey counts once, for what it was given for', () => {
  it('not for another approval, nor a second time', async () => {
    const { page, authenticator } = await openWithKey('/approvals');
    const [mine, other] = [await callDelete(20), await callDelete(21)];
    const forMine = await assertOn(page, (await challengeFor(page, mine.asked)).assertion);
    expect(await approve(page, other.asked, { ...ONCE, assertion: forMine })).toMatchObject({ status: 403 });
    // It was used up by trying.
    expect(await approve(page, mine.asked, { ...ONCE, assertion: forMine })).toMatchObject({ status: 403 });

    const again = await assertOn(page, (await challengeFor(page, mine.asked)).assertion);
    expect(await approve(page, mine.asked, { ...ONCE, assertion: again })).toMatchObject({ status: 200 });
    await mine.answered;
    expect(await approve(page, other.asked, { ...ONCE, assertion: again })).toMatchObject({ status: 403 });
    expect(await statusOf(other.asked)).toBe('pending');
    expect(deleted()).toContain(20);
    expect(deleted()).not.toContain(21);
    await keepKey(authenticator);
  });

  it('not for longer than was asked for', async () => {
    const { page, authenticator } = await openWithKey('/approvals');
    const { asked } = await callDelete(22);
    const assertion = await assertOn(page, (await challengeFor(page, asked)).assertion);
    expect(await approve(page, asked, { ...ONCE, remember: 'always', assertion })).toMatchObject({ status: 403 });
    expect(await statusOf(asked)).toBe('pending');
    expect(deleted()).not.toContain(22);
    await keepKey(authenticator);
  });

  it('not with the owner’s token in place of the page', async () => {
    const { page, authenticator } = await openWithKey('/approvals');
    const { asked } = await callDelete(23);
    const assertion = await assertOn(page, (await challengeFor(page, asked)).assertion);
    const answer = await gateway().api(`/api/v1/approvals/${asked.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ONCE, assertion }),
    });
    expect(answer).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('on the page') } } });
    expect(deleted()).not.toContain(23);
    await keepKey(authenticator);
  });

  it('not when a page on another port of localhost asked for it', async () => {
    const { page, authenticator } = await openWithKey('/approvals');
    const { asked } = await callDelete(24);
    const { assertion: options } = await challengeFor(page, asked);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(await serveForeignPage());
    await takeKey(await addAuthenticator(elsewhere));
    const assertion = await assertOn(elsewhere, options);
    const answer = await approve(page, asked, { ...ONCE, assertion });
    expect(answer).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('origin') } } });
    expect(await statusOf(asked)).toBe('pending');
    expect(deleted()).not.toContain(24);
    await keepKey(authenticator);
  });
});

describe('enrolling', () => {
  it('takes no further passkey without the consent of the first', async () => {
    const page = await openSignedIn({ gateway: atLocalhost(gateway()), path: '/settings', expected: REFUSED });
    await addAuthenticator(page);
    const { body } = await fetchOnPage(page, '/passkeys/challenge', { kind: 'enrol', name: 'thief' });
    const registration = await page.evaluate(
      CREATE.replace('OPTIONS', JSON.stringify((body as PasskeyChallenge).registration)),
    );
    expect(await fetchOnPage(page, '/passkeys', { registration })).toMatchObject({ status: 403 });
    const { body: list } = await gateway().api('/api/v1/passkeys');
    expect(list).toMatchObject({ total: 1, passkeys: [{ name: 'virtual key' }] });
  });

  it('is not done with the owner’s token', async () => {
    // Host and Origin agree, so that it is the credential that is refused.
    const { url, ownerHeaders } = atLocalhost(gateway());
    const answer = await fetch(`${url}/api/v1/passkeys/challenge`, {
      method: 'POST',
      headers: { ...ownerHeaders, 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ kind: 'enrol', name: 'thief' }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('Passkeys only work on the page'),
    ]);
  });
});

describe('at an address', () => {
  it('the page leads to the same approval at localhost, signed in', async () => {
    const { asked } = await callDelete(30);
    const page = await openSignedIn({ gateway: gateway(), path: '/approvals', expected: REFUSED });
    const authenticator = await addAuthenticator(page);
    await takeKey(authenticator);
    await cardOf(page, asked).getByRole('button', { name: 'Approve with passkey at localhost' }).click();
    await page.waitForURL(`${atLocalhost(gateway()).url}/approvals/${asked.id}`);
    const drawer = page.getByRole('complementary', { name: 'Delete Note' });
    const button = drawer.getByRole('button', { name: 'Approve with passkey' });
    await untilClicked(drawer.getByText(/^Approved once .*on the page/).first(), button);
    await expect.poll(deleted, SOON).toContain(30);
  });
});

/** Of somebody else's program on this machine, by the same name. */
async function serveForeignPage(): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('foreign'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

/** Text, for it runs in the page. */
const CREATE = `(async () => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(OPTIONS);
  const { id, rawId, type, response } = (await navigator.credentials.create({ publicKey })).toJSON();
  return { id, rawId, type, response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject } };
})()`;
