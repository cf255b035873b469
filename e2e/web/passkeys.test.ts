import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayStatus, PasskeyList } from '@toolmark/api-contract';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import {
  addAuthenticator,
  atLocalhost,
  enrolOnPage,
  openWithAuthenticator,
} from '../security/fixtures/passkey-page.ts';
import { runCli } from '../support/run-cli.ts';
import { cardOf, until, waitingAt } from './fixtures/answering.ts';
import { bringAxe, findBarriers } from './fixtures/axe.ts';
import { createScripted, NOTES } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';
import { openSignedIn } from './fixtures/signed-in.ts';

const notes = createScripted(NOTES);
const gateway = shareGateway({
  servers: { notes: notes.entry },
  config: { policy: { ask: { wait: 55, presence: 'passkey' } } },
});

const SOON = { timeout: 30_000 };
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const listed = async (): Promise<PasskeyList> => (await gateway().api('/api/v1/passkeys')).body as PasskeyList;
const namesOf = async (): Promise<readonly string[]> => (await listed()).passkeys.map(({ name }) => name);

describe('the settings of passkeys', () => {
  it('lead from an address to the same place at localhost, signed in', async () => {
    const page = await openSignedIn({ gateway: gateway(), path: '/settings#passkeys' });
    await section(page).getByRole('button', { name: 'Open at localhost to enrol' }).click();
    await page.waitForURL(`${atLocalhost(gateway()).url}/settings**`);
    await section(page).getByRole('button', { name: 'Enrol a passkey' }).waitFor();
    expect(page.url()).not.toContain('link=');
  });

  it('enrol a first key, a second with its consent, and remove one with the consent of another', async () => {
    const { page, authenticator } = await openWithAuthenticator({ gateway: gateway() });
    await enrolOnPage(page, 'laptop');
    const file = join(gateway().dataDir, 'passkeys.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);

    // An authenticator makes one key for an account: the second one is another, as a security key would be.
    await authenticator.session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'usb',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await enrolOnPage(page, 'security key');
    expect(await namesOf()).toEqual(['laptop', 'security key']);
    await section(page)
      .getByText(/last used/)
      .waitFor();
    const { stdout } = await runCli(['doctor', '--data', gateway().dataDir], { env: { COLUMNS: '200' } });
    expect(stdout).toMatch(/passkeys\s+2 passkeys can approve: laptop \(last used/);

    await section(page).getByRole('button', { name: 'Remove security key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove security key?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await namesOf()).toEqual(['laptop', 'security key']);
    await section(page).getByRole('button', { name: 'Remove security key' }).click();
    await dialog.getByRole('button', { name: 'Remove passkey' }).click();
    await expect.poll(namesOf, SOON).toEqual(['laptop']);
    await page.getByText('Passkey security key was removed.').waitFor();
  });

  it('say so where another program has changed the file, which does not count', async () => {
    appendFileSync(join(gateway().dataDir, 'passkeys.json'), '\n');
    const problem = async () => ((await gateway().api('/api/v1/status')).body as GatewayStatus).passkey_problem;
    await expect.poll(problem, SOON).toContain('Another program has changed');
    const page = await openSignedIn({ gateway: atLocalhost(gateway()), path: '/settings#passkeys' });
    await page.getByRole('alert').getByText('Another program has changed').first().waitFor();
    expect(gateway().stderr()).toContain('Another program has changed');
    expect(await namesOf()).toEqual(['laptop']);
  });
});

describe('links to the page', () => {
  it('lead to localhost where the policy asks for a passkey', async () => {
    const { stdout } = await runCli(['open', '--print', '--data', gateway().dataDir]);
    expect(stdout).toMatch(new RegExp(`^${atLocalhost(gateway()).url}/#link=`));
    const page = await openSignedIn({ gateway: atLocalhost(gateway()), path: '/' });
    await page.goto('about:blank');
    await page.goto(stdout.trim());
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });
});

describe('nobody is kept out', () => {
  it.each([1280, 390])('of passkeys and of what they approve, %s px wide', async (width) => {
    const client = await connectTo(gateway(), 'modern', 'agent');
    client.call('notes__delete_note', { id: width }).catch(() => undefined);
    const asked = await waitingAt(gateway());
    const page = await openSignedIn({
      gateway: atLocalhost(gateway()),
      path: '/',
      width,
    });
    await bringAxe(page);
    await addAuthenticator(page);
    await page.goto(`${atLocalhost(gateway()).url}/settings#passkeys`);
    await section(page).locator('[data-passkey="laptop"]').waitFor();
    const found: Record<string, readonly string[]> = { settings: await findBarriers(page) };
    await section(page).getByRole('button', { name: 'Enrol a passkey' }).click();
    await page.getByRole('dialog', { name: 'Enrol a passkey' }).waitFor();
    found['enrol'] = await findBarriers(page);
    await page.keyboard.press('Escape');
    await section(page).getByRole('button', { name: 'Remove laptop' }).click();
    await page.getByRole('dialog', { name: 'Remove laptop?' }).waitFor();
    found['remove'] = await findBarriers(page);

    await page.goto(`${atLocalhost(gateway()).url}/approvals`);
    await cardOf(page, asked).getByRole('button', { name: 'Approve with passkey' }).waitFor();
    found['card'] = await findBarriers(page);
    await page.keyboard.press('j');
    await until(page.getByRole('dialog', { name: /^Approve with passkey: / }), () => page.keyboard.press('a'));
    found['confirmation'] = await findBarriers(page);
    expect(found).toEqual({ settings: [], enrol: [], remove: [], card: [], confirmation: [] });
    await gateway().api(`/api/v1/approvals/${asked.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'deny' }),
    });
  });
});
