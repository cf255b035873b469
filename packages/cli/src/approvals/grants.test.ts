import { afterEach, describe, expect, it } from 'vitest';
import { ask as askFor } from '../fixtures/ask.ts';
import { type ApprovalGateway, type ApprovalsGiven, grant, startApprovalGateway } from '../fixtures/policy-gateway.ts';

let gateway: ApprovalGateway | undefined;

afterEach(() => gateway?.close());

async function start(given: ApprovalsGiven): Promise<void> {
  gateway = await startApprovalGateway(given);
}

const ask = (...args: readonly string[]) => askFor(['approvals', ...args], { home: gateway?.data ?? '' });

describe('toolmark approvals grants', () => {
  it('lists what is approved for more than one call', async () => {
    const older = {
      client: null,
      void_because: 'It was given before grants were bound to one client. Approve it again.',
    };
    await start({
      grants: [
        grant(3_600_000),
        grant(60_000, { lasts: 'session', scope: 'arguments', by: null }),
        grant(86_400_000, older),
      ],
    });
    expect(await ask('grants')).toMatchObject({
      code: 0,
      stdout: [
        '  TOOL               LASTS    ARGUMENTS  CLIENT       USED  SINCE   ID',
        '  notes/delete_note  always   any        claude-code     3  1h ago  01a1dedd',
        "    Every call of notes/delete_note by 'local' passes.",
        '  notes/delete_note  session  the same   claude-code     3  1m ago  01a1df13',
        "    Every call of notes/delete_note by 'local' passes.",
        '  notes/delete_note  always   any        –               3  1d ago  01a1d9ed',
        '    Void: It was given before grants were bound to one client. Approve it again.',
        '',
        '  Revoke one: toolmark approvals revoke <id>',
        '',
      ].join('\n'),
    });
  });

  it('explains an empty list', async () => {
    await start({});
    expect((await ask('grants')).stdout).toMatch(/^ {2}Nothing is approved for more than one call\.\n/);
  });

  it('revoke ends a grant', async () => {
    const [kept, gone] = [grant(3_600_000), grant(60_000)];
    await start({ grants: [kept, gone] });
    const { code, stdout } = await ask('revoke', gone.id.slice(0, 13));
    expect([code, stdout.split('\n')[0]]).toEqual([0, '✓ Revoked: the next such call asks again.']);
    expect(JSON.parse((await ask('grants', '--json')).stdout)).toEqual({ grants: [kept], total: 1 });
  });

  it.each<[string, string]>([
    ['nothing', "There is no grant 'nothing'. List the active ones: toolmark approvals grants\n"],
    ['01a1', "Several ids start with '01a1': "],
    ['01a', "'01a' is too short for an id: give its first 4 characters or more.\n"],
    ['', "'' is too short for an id: "],
  ])('revoke %s changes nothing', async (id, sentence) => {
    await start({ grants: [grant(3_600_000), grant(60_000)] });
    const { code, stderr } = await ask('revoke', id);
    expect([code, stderr.startsWith(sentence)]).toEqual([2, true]);
    expect(JSON.parse((await ask('grants', '--json')).stdout)).toMatchObject({ total: 2 });
  });

  it('revoke fails with 2 if the grant would return after a restart', async () => {
    const stuck = grant(60_000);
    await start({
      grants: [stuck],
      onApi: ({ method }) =>
        method === 'DELETE'
          ? { error: ['unavailable', 'It would hold again after a restart.'] }
          : { json: { grants: [stuck], total: 1 } },
    });
    const stderr = 'It would hold again after a restart.\n';
    expect(await ask('revoke', stuck.id)).toEqual({ code: 2, stdout: '', stderr });
  });
});
