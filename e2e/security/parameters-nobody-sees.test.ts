import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Approval, approvalListSchema, approvalSchema, sentParamsSchema } from '@toolmark/api-contract';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { cardOf } from '../web/fixtures/answering.ts';
import { shareGateway } from '../web/fixtures/shared-gateway.ts';
import { openSignedIn } from '../web/fixtures/signed-in.ts';
import { callRaw, type RawCall } from './fixtures/raw-client.ts';
import { createVerbatim } from './fixtures/verbatim.ts';

const servers = { old: createVerbatim('legacy'), new: createVerbatim('modern') };
const gateway = shareGateway({
  servers: { old: servers.old.entry, new: servers.new.entry },
  config: { policy: { ask: { wait: 55 } } },
});
/** Where calls give up before anybody answers. */
const impatient = shareGateway({
  servers: { old: servers.old.entry },
  config: { policy: { ask: { wait: 0.3, expiry: 60 } } },
});
const SOON = { timeout: 30_000, interval: 50 };

/** What a person may be asked to approve while something else is sent. */
const DIGITS = '"id":12345678901234567890,"big":1e400,"long":0.12345678901234567890,"same":1.0,"none":-0';
const MEMBERS = '"task":{"ttl":98765432109876543210},';
const META = '"acme/tenant":"production","acme/as":{"user":"root"},';
const APPROVE = { action: 'accept', content: { decision: 'approve' } };

type Mode = 'direct' | 'search';
type Era = RawCall['era'];

function toCall(era: Era, mode: Mode, server: keyof typeof servers, given: string): RawCall {
  const inner = `${server}__wipe`;
  const more = { era, members: MEMBERS, meta: META };
  return mode === 'direct'
    ? { ...more, path: '/mcp', name: inner, given }
    : { ...more, path: '/mcp/search', name: 'call_tool_destructive', given: `{"id":"${inner}","arguments":${given}}` };
}

async function pending(): Promise<Approval> {
  const list = async () => approvalListSchema.parse((await gateway().api('/api/v1/approvals')).body).approvals;
  await expect.poll(async () => (await list()).length, SOON).toBe(1);
  const [only] = await list();
  if (only === undefined) throw new Error('It waits no more.');
  return only;
}

async function answer(id: string, decision: 'approve' | 'deny' = 'approve', on = gateway): Promise<Approval> {
  const { body } = await on().api(`/api/v1/approvals/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision }),
  });
  return approvalSchema.parse(body);
}

/** A test that fails leaves nothing behind that the next one would take for its own. */
afterEach(async () => {
  const { approvals } = approvalListSchema.parse((await gateway().api('/api/v1/approvals')).body);
  for (const { id } of approvals) await answer(id, 'deny');
});

/** Makes a call that waits; what became of it comes later. */
async function ask(call: RawCall): Promise<{ readonly asked: Approval; readonly said: Promise<string> }> {
  const said = callRaw(gateway(), call);
  said.catch(() => undefined);
  return { asked: await pending(), said };
}

/** The id of the approval that a call waits for, from the text of its result. */
const approvalIn = (said: string): string => /"approval":"([^"]+)"/.exec(said)?.[1] ?? expect.fail(said);

/** As it is seen, line by line. */
const textOf = async (where: Locator): Promise<string> => (await where.allInnerTexts()).join('\n');
const cli = (...args: readonly string[]) => runCli(['approvals', ...args, '--data', gateway().dataDir]);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const ways = (['modern', 'legacy'] as const).flatMap((era) =>
  (['direct', 'search'] as const).flatMap((mode) =>
    (['old', 'new'] as const).map((server) => [era, mode, server] as const),
  ),
);

describe('parameters that nobody sees', () => {
  it.each(ways)(
    'a %s client in %s mode, a server of the %s era: the API shows what is sent, digit by digit',
    async (...way) => {
      const [era, mode, server] = way;
      const before = servers[server].received().length;
      const { asked, said } = await ask(toCall(era, mode, server, `{${DIGITS}}`));
      const sent = sentParamsSchema.parse((await gateway().api(`/api/v1/approvals/${asked.id}/params`)).body);
      expect(asked.sent).toEqual(sent);
      for (const shown of ['12345678901234567890', '1e400', '0.12345678901234567890', 'ttl":98765432109876543210'])
        expect(sent.text).toContain(shown);
      expect(sent.text).toContain('"_meta":{"acme/tenant":"production","acme/as":{"user":"root"}}');
      expect(servers[server].received()).toHaveLength(before);
      await answer(asked.id);
      expect(await said).toContain('wiped');
      expect(servers[server].received().slice(before)).toEqual([sent.text]);
      expect(sent).toMatchObject({ sha256: sha256(sent.text ?? ''), bytes: Buffer.byteLength(sent.text ?? '') });
    },
  );

  it.each(['modern', 'legacy'] as const)('the form of a %s client shows all of it', async (era) => {
    const forms: string[] = [];
    const before = servers.old.received().length;
    const said = await callRaw(gateway(), {
      ...toCall(era, 'direct', 'old', `{${DIGITS}}`),
      onForm: (message) => {
        forms.push(message);
        return APPROVE;
      },
    });
    expect(said).toContain('wiped');
    const [sent = ''] = servers.old.received().slice(before);
    expect(forms).toHaveLength(1);
    expect(forms[0]).toContain(`(${Buffer.byteLength(sent)} bytes, SHA-256 ${sha256(sent)}):`);
    for (const shown of ['"id": 12345678901234567890', '"acme/tenant": "production"', '"ttl": 98765432109876543210'])
      expect(forms[0]).toContain(shown);
  });

  it('the command line shows all of it', async () => {
    const { asked, said } = await ask(toCall('legacy', 'direct', 'new', `{${DIGITS}}`));
    const { stdout } = await cli('show', asked.id);
    for (const shown of ['"id": 12345678901234567890', '"big": 1e400', '"user": "root"', '"ttl": 98765432109876543210'])
      expect(stdout).toContain(shown);
    expect(stdout).toContain(asked.sent?.sha256);
    expect((await cli('list')).stdout).not.toContain('12345678901234567000');
    await answer(asked.id, 'deny');
    await said;
  });

  it('the page shows all of it, apart from the arguments', async () => {
    const page = await openSignedIn({ gateway: gateway(), path: '/approvals' });
    const { asked, said } = await ask(toCall('modern', 'direct', 'new', `{${DIGITS},"turned":"exe.\u202etxt"}`));
    const card = cardOf(page, asked);
    const given = card.getByRole('group', { name: 'Arguments', exact: true });
    await given.getByText('12345678901234567890', { exact: true }).waitFor();
    expect(await textOf(given)).toMatch(/"big": 1e400,\s+"long": 0\.12345678901234567890,\s+"same": 1,\s+"none": 0/);
    expect(await textOf(given)).toContain('U+202E');
    expect(await textOf(card.getByRole('group', { name: 'Also sent: _meta' }))).toMatch(/"acme\/tenant": "production"/);
    expect(await textOf(card.getByRole('group', { name: 'Also sent: task' }))).toContain('98765432109876543210');
    await page.goto(`${gateway().url}/`);
    await page.getByText(/also sends task, _meta/).waitFor();
    await answer(asked.id, 'deny');
    await said;
  });
});

describe('a text that is too long to be read at a glance', () => {
  const END = 'rm -rf / # at the very end';
  const LONG = `{"text":${JSON.stringify(`${'a line of text\n'.repeat(70_000)}${END}`)}}`;

  it('is folded on the page, never cut: its end is there', async () => {
    const page = await openSignedIn({ gateway: gateway(), path: '/approvals' });
    const { asked, said } = await ask(toCall('legacy', 'direct', 'old', LONG));
    expect(asked.sent).toMatchObject({ is_cut: true, bytes: expect.any(Number) });
    expect(asked.sent?.bytes).toBeGreaterThan(1_000_000);
    await page.goto(`${gateway().url}/approvals/${asked.id}`);
    const drawer = page.getByRole('complementary').last();
    await drawer.getByText('Only the beginning is shown. The whole text will be sent.').waitFor();
    await drawer.getByRole('button', { name: /^Show all \(1\.1 MB\)$/ }).click();
    await drawer.getByText('Everything is shown.').waitFor();
    await drawer.getByText('Everything is shown.').scrollIntoViewIfNeeded();
    await drawer.getByText(END).waitFor();
    await answer(asked.id, 'deny');
    await said;
  });

  it('is whole on the command line', async () => {
    const { asked, said } = await ask(toCall('legacy', 'direct', 'old', LONG));
    expect((await cli('show', asked.id)).stdout).toMatch(
      /characters of 1\.1 MB\. To see everything:\s+toolmark approvals show/,
    );
    const { stdout } = await cli('show', asked.id, '--full');
    expect(stdout).toContain(END);
    expect(stdout.match(/a line of text\\n/g)).toHaveLength(70_000);
    await answer(asked.id, 'deny');
    await said;
  });

  it.each(['modern', 'legacy'] as const)(
    'is not approved in a %s client, which shows only its beginning',
    async (era) => {
      const before = servers.old.received().length;
      const schemas: string[] = [];
      const said = callRaw(gateway(), {
        ...toCall(era, 'direct', 'old', LONG),
        onForm: (message, schema) => {
          expect(message).toMatch(/It sends \d+ bytes \(SHA-256 [0-9a-f]{64}\), more than fits here/);
          schemas.push(schema);
          return APPROVE;
        },
      });
      const asked = await pending();
      await expect.poll(() => schemas.length, SOON).toBe(1);
      expect(schemas[0]).not.toContain('approve');
      expect((await gateway().api(`/api/v1/approvals/${asked.id}`)).body).toMatchObject({ status: 'pending' });
      await answer(asked.id, 'deny');
      expect(await said).not.toContain('wiped');
      expect(servers.old.received()).toHaveLength(before);
    },
  );
});

describe('a secret in what is sent', () => {
  const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

  it('is marked for the person who decides, and in no file of the gateway, before or after', async () => {
    const page = await openSignedIn({ gateway: gateway(), path: '/approvals' });
    const call = toCall('modern', 'direct', 'new', `{"note":"use ${SECRET} now"}`);
    const { asked, said } = await ask({ ...call, meta: `"acme/token":"${SECRET}",` });
    const { text, marks = [] } = asked.sent ?? {};
    expect(marks.map(({ kind, start, end }) => [kind, text?.slice(start, end)])).toEqual([
      ['secret', SECRET],
      ['secret', SECRET],
    ]);
    const card = cardOf(page, asked);
    await card.getByText('2 secrets are marked. They will be sent; the record leaves them out.').waitFor();
    expect(await textOf(card.getByRole('group', { name: 'Arguments', exact: true }))).toMatch(
      new RegExp(`"use secret\\s*:\\s*${SECRET} now"`),
    );
    const shown = await cli('show', asked.id);
    expect(shown.stdout).toContain(SECRET);
    expect(shown.stdout).toContain('↑ secret');

    const decided = await answer(asked.id);
    expect(await said).toContain('wiped');
    expect(JSON.stringify(decided)).not.toContain(SECRET);
    // A plain digest of it would help whoever has the record to guess the secret.
    expect(decided.sent).toMatchObject({ text: null, sha256: null });
    expect(JSON.stringify(decided.others)).toContain('acme/token');
    await expect
      .poll(async () => JSON.stringify((await gateway().api('/api/v1/approvals?status=approved')).body), SOON)
      .toContain(asked.id);
    expect(JSON.stringify((await gateway().api('/api/v1/approvals?status=all')).body)).not.toContain(SECRET);
    expect((await gateway().api(`/api/v1/approvals/${asked.id}/params`)).status).toBe(409);
    const holding = (text: string) => filesUnder(gateway().dataDir).filter((file) => readFileSync(file).includes(text));
    expect([holding(SECRET), holding(asked.sent?.sha256 ?? '')]).toEqual([[], []]);
    expect(gateway().stderr()).not.toContain(SECRET);
  });
});

describe('an approval that is used for something else', () => {
  it.each([
    ['another key of _meta', { meta: '"acme/tenant":"sandbox",' }, { meta: '"acme/tenant":"production",' }],
    ['baggage', { meta: '"baggage":"tenant=sandbox",' }, { meta: '"baggage":"tenant=production",' }],
    ['a key of the protocol', { meta: '"io.modelcontextprotocol/x":1,' }, { meta: '"io.modelcontextprotocol/x":2,' }],
    ['another member', { members: '"task":{"ttl":1},' }, { members: '"task":{"ttl":2},' }],
    ['the last digit', { given: '{"id":12345678901234567890}' }, { given: '{"id":12345678901234567891}' }],
    ['a header', { headers: { 'mcp-param-tenant': 'a' } }, { headers: { 'mcp-param-tenant': 'b' } }],
  ])('lets nothing through that differs in %s', async (_, first, second) => {
    const before = servers.old.received().length;
    const call: RawCall = { era: 'modern', path: '/mcp', name: 'old__wipe', given: '{"id":1}' };
    // An approval that comes after its call has given up is kept for the same call.
    const asked = approvalIn(await callRaw(impatient(), { ...call, ...first }));
    await answer(asked, 'approve', impatient);
    const again = await callRaw(impatient(), { ...call, ...second });
    expect(again).not.toContain('wiped');
    expect(approvalIn(again)).not.toBe(asked);
    expect(servers.old.received()).toHaveLength(before);
    expect(await callRaw(impatient(), { ...call, ...first })).toContain('wiped');
    expect(servers.old.received()).toHaveLength(before + 1);
  });

  it('is refused to a client that comes back from its form with another _meta', async () => {
    const before = servers.old.received().length;
    const call: RawCall = { era: 'modern', path: '/mcp', name: 'old__wipe', given: '{"id":2}' };
    let meta = '"baggage":"tenant=sandbox",';
    const said = await callRaw(gateway(), {
      ...call,
      get meta() {
        return meta;
      },
      onForm: () => {
        meta = '"baggage":"tenant=production",';
        return APPROVE;
      },
    });
    expect(said).toContain('was about another call');
    expect(servers.old.received()).toHaveLength(before);
    await answer((await pending()).id, 'deny');
  });
});

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}
