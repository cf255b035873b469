import { stripVTControlCharacters } from 'node:util';
import { approvalListSchema } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { ask as askFor } from '../fixtures/ask.ts';
import {
  type ApprovalGateway,
  type ApprovalsGiven,
  answeredBy,
  approval,
  grant,
  sentOf,
  startApprovalGateway,
} from '../fixtures/policy-gateway.ts';
import { body } from '../fixtures/record.ts';

const EVIL = 'Gone\u001b[2K\u001b[1A\u202egnihton';
const WAITING = approval(4_000);
const LATER = approval(90_000, {
  server: 'issues',
  tool: EVIL,
  title: EVIL,
  class: 'additive',
  reason: EVIL,
  rule: EVIL,
});
const APPROVED = approval(200_000, answeredBy('ada', { remember: 'session' }));
const DENIED = approval(300_000, answeredBy('bob', { decision: 'deny', route: 'client' }));
const EXPIRED = approval(4_000_000, { status: 'expired' });
const CANCELLED = approval(5_000_000, { status: 'cancelled' });
const ALL = [WAITING, LATER, APPROVED, DENIED, EXPIRED, CANCELLED];

let gateway: ApprovalGateway | undefined;

afterEach(() => gateway?.close());

async function start(given: ApprovalsGiven = { approvals: ALL }): Promise<ApprovalGateway> {
  gateway = await startApprovalGateway(given);
  return gateway;
}

const ask = (...args: readonly string[]) => askFor(['approvals', ...args], { home: gateway?.data ?? '' });

describe('toolmark approvals', () => {
  it.each([[], ['list']])('%s lists waiting calls with the reason', async (...args) => {
    await start({ approvals: [WAITING, APPROVED] });
    expect(await ask(...args)).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '  STATUS     TOOL                 ASKED   LEFT  ID        CLIENT',
        '  ? pending  ▲ notes/delete_note  4s ago   14m  01a1df14  claude-code',
        '    A destructive tool asks first.',
        '',
        '  ◉ read  ·  + additive  ·  ▲ destructive',
        '  Details: toolmark approvals show <id>. Answer: toolmark approvals approve|deny',
        '  <id>',
        '',
      ].join('\n'),
    });
  });

  it.each<[string, string]>([
    ['pending', 'No call is waiting for approval.'],
    ['denied', 'No approvals match.'],
    ['all', 'No approvals yet.'],
  ])('--status %s explains an empty list', async (status, sentence) => {
    await start({});
    const { code, stdout } = await ask('--status', status);
    expect([code, stdout.split('\n')[0]]).toEqual([0, `  ${sentence}`]);
    expect(stdout).toMatch(/until\s+someone answers/);
  });

  it('--status all lists the outcomes', async () => {
    await start();
    const { stdout } = await askFor(['approvals', '--status', 'all'], { home: gateway?.data ?? '', columns: 120 });
    expect(stdout).toContain('It was approved by ada on the page, 2026-11-15 12:00:00 (just now), for every call of');
    expect(stdout).toContain('It was denied, answered in the client of bob');
    expect(stdout).toContain('There was no answer before');
    expect(stdout).toContain('The client cancelled the call');
  });

  it('lists several pages without duplicates, and says how many are left out', async () => {
    const many = Array.from({ length: 250 }, (_, index) => approval(index * 10));
    await start({ approvals: many });
    const { stdout } = await ask('--limit', '230', '--json');
    const listed = approvalListSchema.parse(JSON.parse(stdout));
    expect([listed.total, new Set(listed.approvals.map(({ id }) => id)).size]).toEqual([250, 230]);
    expect((await ask()).stdout).toContain('  50 of 250 approvals; more with --limit\n');
  });

  it('show prints all details, with the exact arguments and the commands to answer', async () => {
    await start();
    const { code, stdout } = await ask('show', WAITING.id.slice(0, 13));
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'Delete Note  ▲ notes/delete_note  destructive',
      '  ? pending',
      '',
      `  id       ${WAITING.id}`,
      '  why      A destructive tool asks first. (default destructive)',
      '  asked    2026-11-15 11:59:56 (4s ago)',
      '  made by  claude-code, token local, via the tool list',
      '  waits    can be answered for 14m',
      `  call     ${WAITING.call_id}`,
      `  session  ${WAITING.session_id}`,
      '',
      '  Hints at the time',
      '  readOnlyHint     no   declared  as its server declares',
      '  destructiveHint  yes  declared  as its server declares',
      "  idempotentHint   no   default   not declared, so MCP's default counts",
      "  openWorldHint    yes  default   not declared, so MCP's default counts",
      '',
      '  Sent to the server, exactly  47 B, SHA-256',
      `    ${WAITING.sent?.sha256}`,
      '    {',
      '      "name": "delete_note",',
      '      "arguments": {',
      '        "id": "n-1"',
      '      }',
      '    }',
      '',
      `  toolmark approvals approve ${WAITING.id}`,
      `  toolmark approvals deny ${WAITING.id}`,
      '',
    ]);
  });

  it.each([[['--status', 'all']], [['show', LATER.id]], [['grants']]])(
    '%j fits the terminal, and escapes what a server wrote',
    async (args) => {
      await start({ approvals: ALL, grants: [grant(1_000, { says: EVIL, tool: EVIL, by: EVIL })] });
      for (const columns of [72, 80, 140]) {
        const given = { home: gateway?.data ?? '', columns };
        const plain = await askFor(['approvals', ...args], given);
        const coloured = await askFor(['approvals', ...args, '--color'], given);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(plain.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
        expect(stripVTControlCharacters(coloured.stdout).replaceAll(/ +$/gm, '')).toBe(plain.stdout);
        expect(Math.max(...plain.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns);
      }
    },
  );

  it.each<[readonly string[], number, string]>([
    [['approve', ''], 2, "'' is too short for an id: give its first 4 characters or more.\n"],
    [['deny', '01a'], 2, "'01a' is too short for an id: give its first 4 characters or more.\n"],
    [['show', 'nothing'], 2, "There is no approval 'nothing'. List the waiting ones: toolmark approvals\n"],
    [
      ['show', '01a1df1'],
      2,
      `Several ids start with '01a1df1': ${[WAITING, LATER, APPROVED].map(({ id }) => id).join(', ')}. Give more of the id.\n`,
    ],
    [
      ['01a1df14'],
      2,
      'To see or answer an approval:\n  toolmark approvals show 01a1df14\n  toolmark approvals approve 01a1df14\n  toolmark approvals deny 01a1df14\n',
    ],
  ])('%j fails with one sentence', async (args, code, stderr) => {
    await start();
    expect(await ask(...args)).toEqual({ code, stdout: '', stderr });
  });
});

describe('toolmark approvals approve', () => {
  it.each<[readonly string[], object, string]>([
    [[], { decision: 'approve', remember: 'once', scope: 'tool' }, '✓ Approved, for this call: the call is made now.'],
    [
      ['--session'],
      { decision: 'approve', remember: 'session', scope: 'tool' },
      '✓ Approved, for every call of the tool in this session: the call is made now.',
    ],
    [
      ['--always', '--arguments-only'],
      { decision: 'approve', remember: 'always', scope: 'arguments' },
      '✓ Approved, for calls with the same arguments until you revoke it: the call is made now.',
    ],
  ])('%j approves, and says for how long', async (options, sent, sentence) => {
    const { answers } = await start();
    const { code, stdout, stderr } = await ask('approve', WAITING.id.slice(0, 13), ...options);
    expect([code, stderr, answers]).toEqual([0, '', [{ id: WAITING.id, ...sent }]]);
    expect(stdout).toContain('"id": "n-1"');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(sentence);
  });

  it.each([{ USER: 'bob' }, { USERNAME: 'bob' }, {}])('does not send a name with the answer: %j', async (env) => {
    const { data, answers } = await start();
    await askFor(['approvals', 'approve', WAITING.id], { home: data, env });
    expect(answers).toEqual([{ id: WAITING.id, decision: 'approve', remember: 'once', scope: 'tool' }]);
    // The gateway derives the name from the credential.
    expect((await ask('show', WAITING.id)).stdout).toContain('It was approved by ada on the command line,');
  });

  it('says that the client stopped waiting, and that its retry is allowed', async () => {
    const gone = approval(60_000, { is_waiting: false });
    await start({ approvals: [gone] });
    expect((await ask('approve', gone.id)).stdout).toContain(
      '✓ Approved, for this call: the client stopped waiting, so its retry is allowed.',
    );
  });

  it('deny refuses the call', async () => {
    const { answers } = await start();
    const { code, stdout } = await ask('deny', WAITING.id);
    expect([code, answers]).toEqual([0, [{ id: WAITING.id, decision: 'deny' }]]);
    expect(stdout).toContain('⊘ Denied: the call is not made, and the client is told.\n');
  });

  it.each<[string, string, string]>([
    ['approved', APPROVED.id, 'notes/delete_note: It was approved by ada on the page, 2026-11-15 12:00:00 (just now)'],
    [
      'denied',
      DENIED.id,
      'notes/delete_note: It was denied, answered in the client of bob, 2026-11-15 12:00:00 (just now).\n',
    ],
    [
      'expired',
      EXPIRED.id,
      'notes/delete_note: There was no answer before 2026-11-15 11:08:20, so the call was not made.\n',
    ],
    ['cancelled', CANCELLED.id, 'notes/delete_note: The client cancelled the call'],
  ])('answering an approval that is %s fails with who decided what and when', async (_case, id, sentence) => {
    const { answers } = await start();
    for (const verb of ['approve', 'deny']) {
      const { code, stdout, stderr } = await ask(verb, id);
      expect([code, stdout, stderr.startsWith(sentence), answers]).toEqual([1, '', true, []]);
    }
  });

  it('says who answered first', async () => {
    const { answers } = await start({
      approvals: [WAITING],
      onAnswer: ({ resolve }, id) => resolve(id, answeredBy('ada', { decision: 'deny' })),
    });
    expect(await ask('approve', WAITING.id)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'notes/delete_note: It was denied by ada on the page, 2026-11-15 12:00:00 (just now).\n',
    });
    expect(answers).toEqual([]);
  });

  it("prints the gateway's message if the approval belongs to another gateway", async () => {
    await start({
      onApi: ({ method }) =>
        method === 'POST' ? { error: ['conflict', 'It is of another gateway.'] } : { json: WAITING },
    });
    expect(await ask('approve', WAITING.id)).toEqual({ code: 1, stdout: '', stderr: 'It is of another gateway.\n' });
  });

  it('accepts the start of an id even without a record', async () => {
    const { answers } = await start({ approvals: [WAITING], isUnrecorded: true });
    expect((await ask('deny', WAITING.id.slice(0, 13))).code).toBe(0);
    expect(answers).toHaveLength(1);
  });

  it('refuses an ambiguous id, even if only one of the matches is still open', async () => {
    const twin = { ...APPROVED, id: `${WAITING.id.slice(0, -1)}0` };
    const { answers } = await start({ approvals: [WAITING, twin] });
    const { code, stderr } = await ask('approve', WAITING.id.slice(0, 13));
    expect([code, stderr.startsWith('Several ids start with'), answers]).toEqual([2, true, []]);
  });

  it.each<[readonly string[], string]>([
    [['--arguments-only'], '--arguments-only goes with --session or --always; without them an approval'],
    [['--session', '--always'], "option '--session' cannot be used with option '--always'"],
  ])('%j is refused', async (options, sentence) => {
    const { answers } = await start();
    const { code, stderr } = await ask('approve', WAITING.id, ...options);
    expect([code, stderr.includes(sentence), answers]).toEqual([2, true, []]);
  });
});

describe('the parameters of a call', () => {
  const SECRET = 'hunter2-hunter2';
  const TEXT = `{"name":"delete_note","arguments":{"id":12345678901234567890,"x":1e400,"password":"${SECRET}"},"_meta":{"acme/tenant\u202e":"prod\u0430ction"},"task":{"ttl":0.10000000000000000001}}`;
  const at = TEXT.indexOf(SECRET);
  const lookalike = TEXT.indexOf('prod\u0430ction');
  const pending = (more: object = {}) =>
    approval(1_000, {
      sent: sentOf(TEXT, {
        marks: [
          { start: at, end: at + SECRET.length, kind: 'secret' },
          { start: lookalike, end: lookalike + 10, kind: 'lookalike' },
        ],
        headers: { 'mcp-param-tenant': 'a\u200bb' },
        ...more,
      }),
    });

  it('are shown exactly, with secrets marked and hidden characters visible', async () => {
    const waits = pending();
    await start({ approvals: [waits] });
    const { stdout } = await ask('show', waits.id);
    expect(stdout.slice(stdout.indexOf('  Sent to'), stdout.indexOf('\n\n  toolmark'))).toBe(
      [
        `  Sent to the server, exactly  ${Buffer.byteLength(TEXT)} B, SHA-256`,
        `    ${waits.sent?.sha256}`,
        '  ! 1 secret: marked here, left out of the record.',
        '  ! 1 word with lookalike letters: marked.',
        '    {',
        '      "name": "delete_note",',
        '      "arguments": {',
        '        "id": 12345678901234567890,',
        '        "x": 1e400,',
        `        "password": "${SECRET}"`,
        '      ↑ secret',
        '      },',
        '      "_meta": {',
        '        "acme/tenant\\u202e": "prod\u0430ction"',
        '      ↑ lookalike letters',
        '      },',
        '      "task": {',
        '        "ttl": 0.10000000000000000001',
        '      }',
        '    }',
        '',
        '  Sent as HTTP headers',
        '    mcp-param-tenant: "a\\u200bb"',
      ].join('\n'),
    );
  });

  it('are exact in the list', async () => {
    await start({ approvals: [pending()] });
    const { stdout } = await askFor(['approvals'], { home: gateway?.data ?? '', columns: 200 });
    expect(stdout).toContain('{"id":12345678901234567890,"x":1e400');
  });

  it('are shortened if they are long, with their size and digest, and complete with --full', async () => {
    const long = JSON.stringify({ name: 'delete_note', arguments: { text: 'a line of text\n'.repeat(80_000) } });
    const whole = sentOf(long);
    const waits = approval(1_000, { sent: { ...whole, text: long.slice(0, 16_384), is_cut: true, searched: 16_384 } });
    await start({ approvals: [waits], texts: { [waits.id]: long } });
    const folded = (await ask('show', waits.id)).stdout;
    expect(folded).toContain(`  Sent to the server, exactly  1.2 MB, SHA-256\n    ${whole.sha256}\n`);
    expect(folded).toMatch(
      /! Showing [\d,]+ characters of 1\.2 MB\. To see everything:\n {4}toolmark approvals show \S+ --full\n/,
    );
    expect(folded.length).toBeLessThan(6_000);
    const all = (await ask('show', waits.id, '--full')).stdout;
    expect(all.match(/a line of text\\n/g)).toHaveLength(80_000);
    const { text } = JSON.parse((await ask('show', waits.id, '--full', '--json')).stdout) as { text: string };
    expect(text).toBe(long);
  });

  it('come from the record after the decision', async () => {
    const decided = approval(1_000, {
      ...answeredBy('ada'),
      arguments: body('{"text":"aaa', { is_cut: true, bytes: 3_000_000, redactions: 1 }),
      others: body({ _meta: { 'acme/tenant': 'x' } }),
      sent: sentOf('{}', { text: null, is_cut: true }),
    });
    await start({ approvals: [decided] });
    const { stdout } = await ask('show', decided.id);
    expect(stdout).toContain('1 secret was removed');
    expect(stdout).toContain('Only the beginning was kept, of 3.0 MB.');
    expect(stdout).toContain('"acme/tenant": "x"');
    expect(stdout).toContain(`  Digest of all parameters  2 B, SHA-256\n    ${decided.sent?.sha256}\n`);
    expect(await ask('show', decided.id, '--full')).toEqual({ code: 2, stdout: '', stderr: 'It was decided.\n' });
  });
});
