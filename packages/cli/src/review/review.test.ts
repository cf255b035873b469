import { PassThrough } from 'node:stream';
import { reviewSchema } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { startWholeGateway, type WholeGateway } from '../fixtures/whole-gateway.ts';

const LIAR = ['delete_note', { readOnlyHint: true }] as const;

let gateway: WholeGateway | undefined;

/** A gateway whose server claims things of three tools, one of which its own name contradicts. */
async function start(trust: 'review' | 'declared' = 'review') {
  const started = await startWholeGateway({ trust, more: [LIAR] });
  gateway = started;
  const json = async () => reviewSchema.parse(JSON.parse((await started.ask(['review', 'notes', '--json'])).stdout));
  return { ...started, json };
}

afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

/** A person who answers each question when it is asked. */
function atTerminal(...answers: readonly string[]) {
  const typed = new PassThrough();
  let asked = 0;
  const onStderr = (all: string): void => {
    const questions = all.split('[y/N] ').length - 1;
    for (; asked < questions; asked++) typed.write(`${answers[asked] ?? ''}\n`);
  };
  return { isTTY: true, typed, onStderr };
}

describe('toolmark review', () => {
  it('shows suspicious tools first with the reason, then the others by what they claim', async () => {
    const { ask } = await start();
    const { code, stdout } = await ask(['review', 'notes']);
    expect(code).toBe(0);
    expect(stdout).toBe(`notes  3 tools to review

  Look at these, one by one
    delete_note  claims readOnlyHint=true
      The name says 'delete', but readOnlyHint=true is declared.

  Read-only: readOnlyHint=true
    list_notes

  Adds, destroys nothing: destructiveHint=false
    create_note

Accept all that look ordinary: toolmark review notes --accept-all

Not accepted with the others: toolmark review notes --tool delete_note
`);
  });

  it('--accept-all takes what looks ordinary and names what it did not take; --tool takes that; --undo takes it back', async () => {
    const { ask, json } = await start();
    const all = await ask(['review', 'notes', '--accept-all'], { env: { USER: 'ada' } });
    expect([all.code, all.stdout.includes('Not accepted with the others')]).toEqual([1, true]);
    expect(await json()).toMatchObject({ waiting: 1, suspicious: 1, accepted: 2 });
    const one = await ask(['review', 'notes', '--tool', 'delete_note']);
    expect(one.code).toBe(0);
    expect(await json()).toMatchObject({ waiting: 0, accepted: 3 });
    expect((await ask(['review', 'notes', '--undo', '--tool', 'list_notes'])).stdout).toContain('Taken back');
    expect(await json()).toMatchObject({ waiting: 1, accepted: 2 });
    await ask(['review', 'notes', '--undo']);
    expect(await json()).toMatchObject({ waiting: 3, accepted: 0 });
  });

  it('lists the servers, and takes all of them', async () => {
    const { ask } = await start();
    expect((await ask(['review'])).stdout).toMatch(/notes +3 +1 +0/);
    expect((await ask(['review', '--accept-all'])).code).toBe(1);
    expect((await ask(['review'])).stdout).toMatch(/notes +1 +1 +2/);
  });

  it('says that nothing waits where the server is believed', async () => {
    const { ask } = await start('declared');
    expect((await ask(['review'])).stdout).toBe('No server is under review.\n');
    expect((await ask(['review', 'notes'])).stdout).toContain('its claims are not reviewed: its trust is declared');
  });

  it.each<[readonly string[], number, string]>([
    [['--tool', 'x'], 2, 'Say which server'],
    [['--undo'], 2, 'Say which server'],
    [['notes', '--accept-all', '--undo'], 2, '--accept-all takes neither'],
    [['notes', '--tool', 'thing'], 1, 'Nothing waits for a review of notes/thing'],
    [['notes', '--undo'], 1, 'Nothing of notes was accepted'],
    [['nots'], 2, "There is no server 'nots'. Did you mean notes?"],
  ])('%j: %i, %s', async (args, code, sentence) => {
    const { ask } = await start();
    const asked = await ask(['review', ...args]);
    expect([asked.code, asked.stderr.includes(sentence)]).toEqual([code, true]);
  });

  it('asks at a terminal: all that look ordinary at once, the others one by one', async () => {
    const { ask, json } = await start();
    const { code, stderr } = await ask(['review', 'notes'], atTerminal('y', 'n'));
    expect(stderr).toContain('Accept all 2 tools that look ordinary? [y/N]');
    expect(stderr).toContain('Accept delete_note all the same? [y/N]');
    expect([code, await json()]).toMatchObject([1, { waiting: 1, accepted: 2 }]);
  });

  it('is what doctor and a list of tools lead to', async () => {
    const { ask } = await start();
    expect((await ask(['tools'])).stdout).toContain('unreviewed: its server claims readOnlyHint=true');
    expect((await ask(['tools', 'show', 'notes/list_notes'])).stdout).toContain(
      'toolmark review notes --tool list_notes',
    );
    expect((await ask(['doctor'])).stdout).toMatch(
      /! review +3 tools claim what nobody has accepted yet[^!]*→ toolmark review\n/,
    );
  });
});
