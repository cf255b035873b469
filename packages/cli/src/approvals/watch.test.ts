import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, ask, type Surroundings } from '../fixtures/ask.ts';
import {
  type ApprovalGateway,
  type ApprovalsGiven,
  answeredBy,
  approval,
  sentOf,
  startApprovalGateway,
} from '../fixtures/policy-gateway.ts';
import { body } from '../fixtures/record.ts';

const FIRST = approval(1_000);
const SECOND = approval(0, {
  tool: 'purge',
  title: 'Purge',
  arguments: body({ bin: 'all' }),
  sent: sentOf('{"name":"purge","arguments":{"bin":"all"}}'),
});
const PROMPT = 'or Enter to skip: ';

let gateway: ApprovalGateway | undefined;

afterEach(() => gateway?.close());

interface Watched {
  readonly given?: ApprovalsGiven;
  readonly args?: readonly string[];
  readonly surroundings?: Surroundings;
  /** Actions to run in order, each when the output ends with the given text. */
  readonly steps?: readonly (readonly [ends: string, happen: (gateway: ApprovalGateway) => void])[];
  /** Press Ctrl-C when this was written. */
  readonly until: string;
  readonly typed?: PassThrough;
}

/** Watches while the steps run, until a text appears, then presses Ctrl-C. */
async function watch({ given = {}, args = [], surroundings = {}, steps = [], until, typed }: Watched): Promise<Asked> {
  const running = await startApprovalGateway(given);
  gateway = running;
  const interrupt = new AbortController();
  let [next, ...rest] = steps;
  const see = (all: string): void => {
    if (next !== undefined && stripVTControlCharacters(all).trimEnd().endsWith(next[0].trimEnd())) {
      const [, happen] = next;
      [next, ...rest] = rest;
      // Input that arrives while a question is being printed does not answer it.
      setImmediate(() => happen(running));
    } else if (next === undefined && all.includes(until)) interrupt.abort();
  };
  return await ask(['approvals', 'watch', ...args], {
    home: running.data,
    signal: interrupt.signal,
    wait: () => Promise.resolve(),
    onStdout: see,
    onStderr: see,
    ...(typed === undefined ? {} : { typed, isTTY: true }),
    ...surroundings,
  });
}

describe('toolmark approvals watch without a terminal', () => {
  it('prints waiting approvals, then new ones and outcomes', async () => {
    const { code, stdout, stderr } = await watch({
      given: { approvals: [FIRST] },
      steps: [
        ['{"id":"n-1"}', ({ request }) => request(SECOND)],
        ['{"bin":"all"}', ({ resolve }) => resolve(FIRST.id, answeredBy('ada'))],
      ],
      until: 'approved',
      surroundings: { columns: 100 },
    });
    expect([code, stderr]).toEqual([130, '']);
    expect(stdout.split('\n')).toEqual([
      '11:59:59  ? pending    01a1df14  ▲ notes/delete_note  claude-code  {"id":"n-1"}',
      '12:00:00  ? pending    01a1df14  ▲ notes/purge  claude-code  {"bin":"all"}',
      '12:00:00  ✓ approved   01a1df14  ▲ notes/delete_note  It was approved by ada on the page, 2026-11-1…',
      '',
    ]);
  });

  it('prints the original events with --json', async () => {
    const running = await startApprovalGateway({});
    gateway = running;
    const interrupt = new AbortController();
    const asked = ask(['approvals', 'watch', '--json'], {
      home: running.data,
      signal: interrupt.signal,
      onStdout: (all) => {
        if (all.includes('resolved')) interrupt.abort();
      },
    });
    await running.listeners(1);
    running.request(FIRST);
    running.resolve(FIRST.id, { status: 'expired' });
    const { stdout } = await asked;
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { type: 'approvals.requested', data: { id: FIRST.id, status: 'pending' } },
      { type: 'approvals.resolved', data: { id: FIRST.id, status: 'expired' } },
    ]);
  });

  it('reconnects after a restart of the gateway, and prints answers given meanwhile', async () => {
    const { code, stdout } = await watch({
      given: { approvals: [FIRST] },
      steps: [
        [
          '{"id":"n-1"}',
          ({ stop, resolve, start }) =>
            void stop()
              .then(() => resolve(FIRST.id, answeredBy('ada')))
              .then(start),
        ],
      ],
      until: 'approved',
      surroundings: { columns: 100 },
    });
    expect([code, stdout.match(/pending|approved(?= {3})/g)]).toEqual([130, ['pending', 'approved']]);
  });

  it('fails with 2 if there is no gateway', async () => {
    expect((await ask(['approvals', 'watch'])).code).toBe(2);
  });
});

describe('toolmark approvals watch on a terminal', () => {
  it.each<[string, object, string]>([
    ['a', { decision: 'approve', remember: 'once' }, '✓ Approved, for this call: the call is made now.'],
    ['s', { decision: 'approve', remember: 'session' }, '✓ Approved, for every call of the tool in this session'],
    ['d', { decision: 'deny' }, '⊘ Denied: the call is not made'],
  ])('shows the exact arguments, and %s answers', async (key, sent, sentence) => {
    const typed = new PassThrough();
    const { code, stderr } = await watch({
      given: { approvals: [FIRST] },
      args: ['--no-color'],
      typed,
      steps: [[PROMPT, () => typed.write(`${key}\n`)]],
      until: sentence,
    });
    expect([code, gateway?.answers]).toEqual([130, [{ id: FIRST.id, ...sent }]]);
    expect(stderr).not.toContain('Press Enter');
    expect(stderr).toContain(
      [
        'Delete Note  ▲ notes/delete_note  destructive',
        '  why      A destructive tool asks first. (default destructive)',
        '  made by  claude-code, token local, via the tool list',
        '  waits    can be answered for 14m',
        '',
        '  Sent to the server, exactly  47 B, SHA-256',
        `    ${FIRST.sent?.sha256}`,
        '    {',
        '      "name": "delete_note",',
        '      "arguments": {',
        '        "id": "n-1"',
        '      }',
        '    }',
        '',
        '[a]pprove once, for this [s]ession, [A]lways, [d]eny, [v]iew parameters, or Enter to skip: ',
      ].join('\n'),
    );
  });

  it('A explains what always means, and asks for confirmation', async () => {
    const typed = new PassThrough();
    const { stderr } = await watch({
      given: { approvals: [FIRST] },
      typed,
      steps: [
        [PROMPT, () => typed.write('A\n')],
        ['[y/N] ', () => typed.write('n\n')],
        [PROMPT, () => typed.write('A\n')],
        ['[y/N] ', () => typed.write('y\n')],
      ],
      until: 'until you revoke it: the call is made now',
    });
    expect(gateway?.answers).toEqual([{ id: FIRST.id, decision: 'approve', remember: 'always' }]);
    expect(stderr).toContain(
      "Let every call of notes/delete_note by 'claude-code' with token 'local' pass without the question of rule 'default destructive', until revoked? [y/N] ",
    );
  });

  it('Enter skips, unknown input asks again, and the next question follows', async () => {
    const typed = new PassThrough();
    const { stderr } = await watch({
      given: { approvals: [FIRST, SECOND] },
      typed,
      steps: [
        [PROMPT, () => typed.write('yes\n')],
        [PROMPT, () => typed.write('\n')],
        [PROMPT, () => typed.write('d\n')],
      ],
      until: 'Denied',
    });
    expect(gateway?.answers).toEqual([{ id: SECOND.id, decision: 'deny' }]);
    expect(stderr).toContain('(1 more question after this one)');
    expect(stderr).toContain(`Skipped. Answer it later with:\n  toolmark approvals approve ${FIRST.id}\n`);
  });

  it('ignores input that was typed before the question', async () => {
    const typed = new PassThrough();
    await watch({
      given: { approvals: [FIRST, SECOND] },
      typed,
      steps: [
        // Both lines arrive with the first question: the second was typed before anything was shown for it.
        [PROMPT, () => typed.write('d\na\n')],
        [PROMPT, () => typed.write('\n')],
      ],
      until: 'Skipped.',
    });
    expect(gateway?.answers).toEqual([{ id: FIRST.id, decision: 'deny' }]);
  });

  it('withdraws a question that someone else answered, and discards half-typed input', async () => {
    const typed = new PassThrough();
    const { stderr } = await watch({
      given: { approvals: [FIRST, SECOND] },
      typed,
      steps: [
        [PROMPT, ({ resolve }) => resolve(FIRST.id, answeredBy('ada'))],
        ['Press Enter to continue. ', () => typed.write('a\n')],
        [PROMPT, () => typed.write('d\n')],
      ],
      until: 'Denied',
    });
    expect(gateway?.answers).toEqual([{ id: SECOND.id, decision: 'deny' }]);
    expect(stderr).toContain(
      '\nIt was approved by ada on the page, 2026-11-15 12:00:00 (just now), for this call. Press',
    );
  });

  it('says so if someone else answered a moment earlier', async () => {
    const typed = new PassThrough();
    const { stderr } = await watch({
      given: { approvals: [FIRST], onAnswer: ({ resolve }, id) => resolve(id, { status: 'expired' }) },
      typed,
      steps: [[PROMPT, () => typed.write('a\n')]],
      until: 'There was no answer',
    });
    expect(gateway?.answers).toEqual([]);
    expect(stderr).toContain(
      'notes/delete_note: There was no answer before 2026-11-15 12:14:59, so the call was not made.',
    );
  });

  it('asks about a call that arrives while nothing is being asked', async () => {
    const typed = new PassThrough();
    await watch({
      typed,
      steps: [
        ['stop with Ctrl-C.', ({ request }) => request(FIRST)],
        [PROMPT, () => typed.write('a\n')],
      ],
      until: 'Approved',
    });
    expect(gateway?.answers).toHaveLength(1);
  });

  it('stops asking after the end of the input, and keeps printing', async () => {
    const typed = new PassThrough();
    const { code } = await watch({
      given: { approvals: [FIRST, SECOND] },
      typed,
      steps: [[PROMPT, () => typed.end()]],
      until: 'Input has ended',
    });
    expect([code, gateway?.answers]).toEqual([130, []]);
  });
});
