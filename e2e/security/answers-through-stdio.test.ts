import { newTokenSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { type Asking, startAsking } from '../policy/fixtures/asking.ts';
import { connectStdioPerson, type Era, eras, type Person, type Reply, yes } from '../policy/fixtures/persons.ts';
import { shareAsking } from '../policy/fixtures/share-asking.ts';
import { createFolder } from '../record/fixtures/record.ts';

/** Where nobody answers, a call shall not wait for long. */
const BRIEF = { wait: 0.3, expiry: 60 };
const PASSES = { isError: false, text: 'done: set_value' };
const ASKS = { isError: true, text: expect.stringContaining('it needs the approval of a person') };
const NOBODY = { isError: true, text: expect.stringContaining('no person can be asked') };

/** `toolmark stdio` joins the gateway that runs, or runs the servers itself. Alone, only its client can answer. */
const WAYS = ['joined to a gateway', 'alone'] as const;
type Way = (typeof WAYS)[number];

const unasked = (way: Way): object => (way === 'alone' ? NOBODY : ASKS);

const shared = shareAsking({ policy: { ask: BRIEF } });

/** A gateway that goes on running, or that has only made the data folder. */
async function start(way: Way, prepare: (asking: Asking) => Promise<unknown> = async () => {}) {
  const asking = way === 'alone' ? await startAsking({ policy: { ask: BRIEF }, folder: createFolder() }) : shared();
  await prepare(asking);
  if (way === 'alone') await asking.gateway.stop();
  return asking;
}

/** A person who approves whatever they are asked, for good, and counts how often that is. */
function createYesSayer(): { readonly reply: () => Reply; readonly forms: () => number } {
  let forms = 0;
  const reply = (): Reply => {
    forms += 1;
    return yes('always');
  };
  return { reply, forms: () => forms };
}

async function createToken({ post }: Asking, name: string): Promise<string> {
  const { body } = await post('/tokens', { name, ceiling: 'destructive' });
  return newTokenSchema.parse(body).token;
}

describe.each(WAYS)('a client behind toolmark stdio, %s', (way) => {
  it('that approves its own calls for good approves each once', async () => {
    const asking = await start(way);
    for (const [index, era] of eras.entries()) {
      const { reply, forms } = createYesSayer();
      const name = `yes-sayer (${era})`;
      const person = await connectStdioPerson(asking.folder, era, { name, reply });
      for (const count of [1, 2]) {
        expect(await person.call('set_value')).toMatchObject(PASSES);
        expect([forms(), asking.reached().length]).toEqual([count, 2 * index + count]);
      }
      const otherWindow = await connectStdioPerson(asking.folder, era, { name });
      expect(await otherWindow.call('set_value')).toMatchObject(unasked(way));
      expect(asking.reached()).toHaveLength(2 * index + 2);
      await person.close();
      await otherWindow.close();
    }
    const after = way === 'alone' ? await startAsking({ folder: asking.folder }) : asking;
    expect(await after.grants()).toEqual([]);
    const { approvals } = await after.approvals('approved');
    expect(approvals.map(({ answer }) => [answer?.remember, answer?.route])).toEqual(
      Array.from({ length: 4 }, () => ['once', 'client']),
    );
  });

  it('is not asked where answers in the client are switched off', async () => {
    const ask = { ...BRIEF, routes: ['page', 'cli', 'api'] };
    const asking = await startAsking({ policy: { ask }, folder: createFolder() });
    if (way === 'alone') await asking.gateway.stop();
    for (const era of eras) {
      const { reply, forms } = createYesSayer();
      const person = await connectStdioPerson(asking.folder, era, { reply });
      expect(await person.call('set_value', { era })).toMatchObject(unasked(way));
      expect([forms(), asking.reached()]).toEqual([0, []]);
    }
  });

  it('is not asked where its token may not answer', async () => {
    let token = '';
    const asking = await start(way, async (made) => {
      const created = await made.cli('tokens', 'create', 'quiet', '--ceiling', 'destructive', '--no-answer', '--json');
      token = newTokenSchema.parse(JSON.parse(created.stdout)).token;
    });
    for (const era of eras) {
      const { reply, forms } = createYesSayer();
      const person = await connectStdioPerson(asking.folder, era, { name: `quiet (${era})`, reply, token });
      expect(await person.call('set_value', { era })).toMatchObject(unasked(way));
      expect([forms(), asking.reached()]).toEqual([0, []]);
    }
  });
});

describe('two windows of one client, each with its own toolmark stdio', () => {
  const OWN = ['first', 'second'] as const;
  const SAME = ['first', 'first'] as const;
  /** The names of their tokens, and what the second gets when the first was approved for good or for its session. */
  const TABLE = [
    { what: 'tokens of their own', names: OWN, always: ASKS, session: ASKS },
    // One token and one name are one client: SECURITY.md says so.
    { what: 'the same token', names: SAME, always: PASSES, session: ASKS },
  ] as const;
  const TOOLS = { always: 'set_value', session: 'delete_item' } as const;

  it.each(TABLE)('with $what', async ({ what, names, ...gets }) => {
    const asking = shared();
    const tokens = new Map<string, string>();
    for (const name of new Set(names))
      tokens.set(name, await createToken(asking, `${name}-${what.replaceAll(' ', '-')}`));
    const [mine = '', theirs = ''] = names.map((name) => tokens.get(name));
    for (const era of eras) {
      const name = `editor (${era})`;
      const first = await connectStdioPerson(asking.folder, era, { name, token: mine });
      const others = await Promise.all(
        eras.map((other) => connectStdioPerson(asking.folder, other, { name, token: theirs })),
      );
      for (const remember of ['session', 'always'] as const) {
        const tool = TOOLS[remember];
        const passes = { isError: false, text: `done: ${tool}` };
        const before = asking.reached().length;
        const { approval = '' } = await first.call(tool);
        expect((await asking.answer(approval, { decision: 'approve', remember })).status).toBe(200);
        for (const _ of [1, 2]) expect(await first.call(tool)).toMatchObject(passes);
        for (const other of others) expect(await other.call(tool)).toMatchObject(gets[remember]);
        expect(asking.reached()).toHaveLength(before + (gets[remember] === PASSES ? 4 : 2));
      }
    }
  });

  it('keep apart what was approved for good when no gateway runs any more', async () => {
    const asking = await startAsking({ policy: { ask: BRIEF } });
    const [mine, theirs] = [await createToken(asking, 'first'), await createToken(asking, 'second')];
    const open = (era: Era, token: string): Promise<Person> =>
      connectStdioPerson(asking.folder, era, { name: `editor (${era})`, token });
    for (const era of eras) {
      const first = await open(era, mine);
      const { approval = '' } = await first.call('set_value');
      await asking.answer(approval, { decision: 'approve', remember: 'always' });
      expect(await first.call('set_value')).toMatchObject(PASSES);
      await first.close();
    }
    await asking.gateway.stop();
    for (const era of eras) {
      expect(await (await open(era, theirs)).call('set_value')).toMatchObject(NOBODY);
      expect(await (await open(era, mine)).call('set_value')).toMatchObject(PASSES);
    }
    expect(asking.reached()).toHaveLength(4);
  });
});
