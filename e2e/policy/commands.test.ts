import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { approvalSchema, gatewayEventSchema, overrideEntriesSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../record/fixtures/record.ts';
import { annotationsIn, SOON, startAsking } from './fixtures/asking.ts';
import { expectEach, expectedFailure, expectedSuccess, expectSame, watch } from './fixtures/commands.ts';
import { connectPerson } from './fixtures/persons.ts';

const BRIEF = { ask: { wait: 0.2, expiry: 120 } };

/** The stored form of a permanent grant. */
const grant = (id: string) => ({
  id,
  server: 'counting',
  tool: 'set_value',
  scope: 'tool',
  rule: 'freeze',
  principal: 'local',
  says: 'It may.',
  route: 'api',
  by: null,
  created_at: '2026-11-16T00:00:00.000Z',
  approval_id: id,
  uses: 0,
  last_used_at: null,
  hints: '',
  digest: null,
});

describe('toolmark approvals', () => {
  it('lists, shows, approves, denies and revokes', async () => {
    const asking = await startAsking({ policy: BRIEF });
    const { cli } = asking;
    await expectEach(asking, { approvals: expectedSuccess('No call is waiting for approval.') });
    const person = await connectPerson(asking.gateway, 'modern', { conversation: 'november' });
    const given = { note: 'the invoices of november' };
    const [{ approval: first = '' }, { approval: second = '' }] = [
      await person.call('set_value', given),
      await person.call('delete_item', given),
    ];
    await expectEach(asking, {
      approvals: expectedSuccess(
        '? pending',
        'counting/set_value',
        '? pending',
        'counting/delete_item',
        'approve|deny <id>',
      ),
      [`approvals show ${first.slice(0, 13)}`]: expectedSuccess(
        first,
        'the client stopped waiting',
        given.note,
        `deny ${first}`,
      ),
    });
    await expectSame(asking, 'approvals list', '/approvals');
    await expectSame(asking, `approvals show ${second}`, `/approvals/${second}`);
    expect(await cli('approvals', 'approve', first, '--session', '--arguments-only')).toEqual(
      expectedSuccess(
        'counting/set_value',
        'Approved, for calls with the same arguments in this session',
        'the client stopped waiting',
      ),
    );
    const denied = await cli('approvals', 'deny', second.slice(0, 13), '--json');
    expect(approvalSchema.parse(JSON.parse(denied.stdout))).toEqual(await asking.approval(second));
    expect([
      (await person.call('set_value', given)).isError,
      (await person.call('delete_item', given)).isError,
    ]).toEqual([false, true]);
    const [grant] = await asking.grants();
    await expectEach(asking, {
      'approvals --status all': expectedSuccess('? pending', '⊘ denied', '✓ approved'),
      'approvals grants': expectedSuccess(
        'counting/set_value',
        'session',
        'the same',
        "The client 'person' of local may call",
      ),
      [`approvals deny ${first}`]: expectedFailure(1, 'counting/set_value: It was approved'),
    });
    await expectSame(asking, 'approvals grants', '/grants');
    const revoked = await cli('approvals', 'revoke', grant?.id ?? '', '--json');
    expect(JSON.parse(revoked.stdout)).toEqual(grant);
    expect(await asking.grants()).toEqual([]);
  });

  it('explains an invalid id', async () => {
    const folder = createFolder();
    const grants = [grant('11111111-1111-4111-8111-111111111111'), grant('11112222-2222-4222-8222-222222222222')];
    writeFileSync(join(folder, 'grants.json'), JSON.stringify({ version: 1, grants }));
    const asking = await startAsking({ policy: BRIEF, folder });
    await expectEach(asking, {
      'approvals revoke 1111': expectedFailure(
        2,
        /^Several ids start with '1111': 11111111-.*, 11112222-.* Give more of the id\.\n$/,
      ),
      'approvals show 1': expectedFailure(2, "'1' is too short for an id"),
      'approvals show no-such': expectedFailure(2, "There is no approval 'no-such'"),
      'approvals approve no-such': expectedFailure(2, 'List the waiting ones: toolmark approvals\n'),
      'approvals revoke no-such': expectedFailure(
        2,
        "There is no grant 'no-such'. List the active ones: toolmark approvals grants\n",
      ),
      'approvals no-such': expectedFailure(2, 'toolmark approvals show no-such\n'),
      'approvals approve x --session --always': expectedFailure(2, "'--session' cannot be used with option '--always'"),
      'approvals approve x --arguments-only': expectedFailure(2, '--arguments-only goes with --session or --always'),
      'tools override counting/nothing --read-only false': expectedFailure(
        2,
        "Server 'counting' has no tool 'nothing'.",
      ),
      'tools override counting/set_value': expectedFailure(2, 'Nothing to set: give --read-only'),
      'tools reset counting/set_value': expectedFailure(1, 'No hints of counting/set_value are overridden.'),
      'policy explain counting nothing': expectedFailure(2, "Server 'counting' has no tool 'nothing'."),
      'policy explain counting set_value --args [1]': expectedFailure(2, 'Give a JSON object'),
      'policy replay': expectedFailure(2, "required option '--since <time>' not specified"),
    });
    expect(await asking.grants()).toHaveLength(2);
    await asking.gateway.stop();
    const nobody = expectedFailure(
      2,
      `No gateway is running on ${asking.folder}. Start one with: toolmark serve --data`,
    );
    await expectEach(asking, {
      approvals: nobody,
      'approvals approve no-such': nobody,
      'tools overrides': nobody,
      'policy replay --since 1h': nobody,
    });
  });

  it('watches, as text and as events, until it is interrupted', async () => {
    const asking = await startAsking({ policy: { ask: { wait: 30, expiry: 60 } } });
    const [text, json] = [watch(asking), watch(asking, '--json')];
    const person = await connectPerson(asking.gateway, 'legacy');
    const before = person.call('set_value', { n: 0 });
    const { id: known } = await asking.pending();
    await expect.poll(text.lines, SOON).toEqual([expect.stringMatching(/\? pending .*counting\/set_value/)]);
    await asking.answer(known, { decision: 'approve' });
    await before;
    // Wait until it is connected: the first question may have been earlier.
    await expect.poll(() => json.lines().at(-1), SOON).toContain('approvals.resolved');
    const calling = person.call('delete_item', { n: 1 });
    const { id } = await asking.pending();
    await expect.poll(() => json.lines().at(-1), SOON).toContain('approvals.requested');
    expect((await asking.cli('approvals', 'deny', id)).code).toBe(0);
    await calling;
    const news = ['? pending', '✓ approved', '? pending', '⊘ denied'].map((mark) => expect.stringContaining(mark));
    await expect.poll(text.lines, SOON).toEqual(news);
    await expect.poll(() => json.lines().at(-1), SOON).toContain('denied');
    const events = json.lines().map((line) => gatewayEventSchema.parse(JSON.parse(line)));
    expect(events.slice(-2)).toMatchObject([
      { type: 'approvals.requested', data: { id, status: 'pending', server: 'counting', tool: 'delete_item' } },
      { type: 'approvals.resolved', data: { id, status: 'denied' } },
    ]);
    expect([(await text.interrupt()).code, (await json.interrupt()).code]).toEqual([130, 130]);
  });
});

describe('toolmark tools', () => {
  it('sets hints, exports them in config format, and resets them', async () => {
    const asking = await startAsking();
    const { cli } = asking;
    const set = ['tools', 'override', 'counting/set_value', '--destructive', 'false'];
    expect(await cli(...set)).toEqual(
      expectedFailure(1, /^This relaxes hints: .* Nothing was set, because .* add --yes\.\n$/),
    );
    expect(await asking.gateway.api('/api/v1/overrides')).toMatchObject({ body: { total: 0 } });
    expect(await cli(...set, '--yes', '--reason', 'only a draft')).toEqual(
      expectedSuccess('counting/set_value: destructive=false is set', 'destructiveHint=false (was true)'),
    );
    const pattern = await cli('tools', 'override', 'counting/read_*', '--open-world', 'true', '--json');
    expect(JSON.parse(pattern.stdout)).toMatchObject({ override: { tool: 'read_*' }, matching_tools: 1, note: null });
    await expectEach(asking, {
      'tools overrides': expectedSuccess(
        'counting/set_value',
        'destructive=false',
        userInfo().username,
        'only a draft',
        'counting/read_*',
      ),
      'policy explain counting set_value': expectedSuccess('counting/set_value  allow', '✓ default: additive'),
    });
    await expectSame(asking, 'tools overrides', '/overrides');
    const exported = JSON.parse((await cli('tools', 'overrides', '--export')).stdout) as { overrides: unknown };
    expect(overrideEntriesSchema.parse(exported.overrides)).toMatchObject([
      {
        server: 'counting',
        tool: 'set_value',
        hints: { destructiveHint: false },
        reason: 'only a draft',
        author: userInfo().username,
      },
      { server: 'counting', tool: 'read_*', hints: { openWorldHint: true } },
    ]);
    expect(await cli('tools', 'reset', 'counting/set_value')).toEqual(
      expectedSuccess('counting/set_value: the override was removed'),
    );
    expect((await cli('tools', 'reset', 'counting/read_*', '--yes')).code).toBe(0);
    // The export is valid config, and hints set there can only be changed there.
    const config = JSON.parse(readFileSync(asking.gateway.configFile, 'utf8')) as object;
    asking.gateway.reconfigure(JSON.stringify({ ...config, ...exported }));
    await expect
      .poll(async () => (await asking.gateway.api('/api/v1/overrides?format=config')).body, SOON)
      .toEqual(JSON.stringify(exported.overrides));
    expect((await cli('tools', 'reset', 'counting/set_value', '--yes')).code).toBe(1);
  });

  it('accepts a held tool after showing the difference', async () => {
    const asking = await startAsking();
    const person = await connectPerson(asking.gateway, 'modern');
    expect(await asking.cli('tools', 'accept', 'counting/set_value')).toEqual(
      expectedSuccess('there is nothing to accept.'),
    );
    const relaxed = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    writeFileSync(annotationsIn(asking.folder), JSON.stringify({ set_value: relaxed }));
    await person.call('read_value');
    await expect
      .poll(async () => (await asking.gateway.api('/api/v1/tools/counting/set_value')).body, SOON)
      .toMatchObject({ standing: { state: 'held' } });
    const { text } = await person.call('set_value');
    expect(text).toMatch(/it is held \(held\)\. .* toolmark tools accept counting(?:__|\/)set_value$/);
    await expectEach(asking, {
      'tools --held': expectedSuccess('set_value', 'held: Its hints allow more since it was pinned'),
      'tools accept counting/set_value': expectedFailure(
        1,
        'It was not accepted, because there is no terminal to ask in. To skip',
      ),
    });
    const accepted = await asking.cli('tools', 'accept', 'counting/set_value', '--yes');
    expect(accepted).toEqual(
      expectedSuccess('hints    relaxed', 'destructive: true → false', 'was accepted in its current form.'),
    );
    await expectSame(asking, 'tools accept counting/set_value', '/tools/counting/set_value');
    expect(await person.call('set_value')).toMatchObject({ text: 'done: set_value' });
    expect(asking.reached().map(({ tool }) => tool)).toEqual(['read_value', 'set_value']);
  });
});
