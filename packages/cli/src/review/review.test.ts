import { PassThrough } from 'node:stream';
import { reviewSchema } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { startWholeGateway, type WholeGateway } from '../fixtures/whole-gateway.ts';

const LIAR = ['delete_note', { readOnlyHint: true }] as const;

let gateway: WholeGateway | undefined;

/** A gateway whose server claims hints for three tools; the name of one contradicts them. */
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

/** A user who answers each question when it is asked. */
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
  it('lists suspicious tools first with the reason, then the others by claim', async () => {
    const { ask } = await start();
    const { code, stdout } = await ask(['review', 'notes']);
    expect(code).toBe(0);
    expect(stdout).toBe(`notes  3 tools to review

  Review these one by one
    delete_note  claims readOnlyHint=true
      The name says 'delete', but readOnlyHint=true is declared.

  Read-only: readOnlyHint=true
    list_notes

  Adds, destroys nothing: destructiveHint=false
    create_note

Accept all that are not suspicious: toolmark review notes --accept-all

Not included: toolmark review notes --tool delete_note
`);
  });

  it('--accept-all accepts unsuspicious tools and lists the others; --tool accepts one; --undo revokes', async () => {
    const { ask, json } = await start();
    const all = await ask(['review', 'notes', '--accept-all'], { env: { USER: 'ada' } });
    expect([all.code, all.stdout.includes('Not included: ')]).toEqual([1, true]);
    expect(await json()).toMatchObject({ waiting: 1, suspicious: 1, accepted: 2 });
    const one = await ask(['review', 'notes', '--tool', 'delete_note']);
    expect(one.code).toBe(0);
    expect(await json()).toMatchObject({ waiting: 0, accepted: 3 });
    expect((await ask(['review', 'notes', '--undo', '--tool', 'list_notes'])).stdout).toContain('Revoked');
    expect(await json()).toMatchObject({ waiting: 1, accepted: 2 });
    await ask(['review', 'notes', '--undo']);
    expect(await json()).toMatchObject({ waiting: 3, accepted: 0 });
  });

  it('lists the servers, and accepts all of them', async () => {
    const { ask } = await start();
    expect((await ask(['review'])).stdout).toMatch(/notes +3 +1 +0/);
    expect((await ask(['review', '--accept-all'])).code).toBe(1);
    expect((await ask(['review'])).stdout).toMatch(/notes +1 +1 +2/);
  });

  it('says that nothing needs a review if the server is trusted', async () => {
    const { ask } = await start('declared');
    expect((await ask(['review'])).stdout).toBe('No server needs a review.\n');
    expect((await ask(['review', 'notes'])).stdout).toContain('needs no review: its trust is declared');
  });

  it.each<[readonly string[], number, string]>([
    [['--tool', 'x'], 2, 'Name the server'],
    [['--undo'], 2, 'Name the server'],
    [['notes', '--accept-all', '--undo'], 2, '--accept-all cannot be combined'],
    [['notes', '--tool', 'thing'], 1, 'notes/thing has nothing to review'],
    [['notes', '--undo'], 1, 'Nothing of notes was accepted'],
    [['nots'], 2, "There is no server 'nots'. Did you mean notes?"],
  ])('%j: %i, %s', async (args, code, sentence) => {
    const { ask } = await start();
    const asked = await ask(['review', ...args]);
    expect([asked.code, asked.stderr.includes(sentence)]).toEqual([code, true]);
  });

  it('asks on a terminal: all unsuspicious tools at once, the others one by one', async () => {
    const { ask, json } = await start();
    const { code, stderr } = await ask(['review', 'notes'], atTerminal('y', 'n'));
    expect(stderr).toContain('Accept all 2 tools that are not suspicious? [y/N]');
    expect(stderr).toContain('Accept delete_note anyway? [y/N]');
    expect([code, await json()]).toMatchObject([1, { waiting: 1, accepted: 2 }]);
  });

  it('is suggested by doctor and the list of tools', async () => {
    const { ask } = await start();
    expect((await ask(['tools'])).stdout).toContain('unreviewed: its server claims readOnlyHint=true');
    expect((await ask(['tools', 'show', 'notes/list_notes'])).stdout).toContain(
      'toolmark review notes --tool list_notes',
    );
    expect((await ask(['doctor'])).stdout).toMatch(
      /! review +3 tools have unreviewed hints; calls ask until you\s+accept them[^!]*→ toolmark review\n/,
    );
  });
});
