import type { CallDecision } from '@toolmark/api-contract';
import { describe, expect, it, vi } from 'vitest';
import type { CatalogTool } from '../../catalog/catalog.ts';
import { modernCaller } from '../../core/fixtures/caller.ts';
import { GOOD_STANDING, NEW_SESSION, type ToolStanding } from '../../policy/facts.ts';
import { ADD, DELETE } from '../../record/fixtures/calls.ts';
import { result } from '../../rpc.ts';
import { createCall } from '../call.ts';
import { createSubjects } from '../subjects.ts';
import { lookAgain } from './look-again.ts';

interface Meanwhile {
  readonly tool?: CatalogTool | undefined;
  readonly standing?: ToolStanding;
  readonly kind?: CallDecision['kind'];
  readonly approval?: string;
}

/** A call that waited for a person, and what became of its tool meanwhile. */
async function after({ standing, kind = 'ask', approval, ...rest }: Meanwhile) {
  let current = GOOD_STANDING;
  const subjects = createSubjects({ of: () => current });
  const decide = vi.fn((): CallDecision => ({ kind, rule: 'held', reason: 'It changed.' }));
  const name = DELETE.exposed;
  const call = createCall({
    ...{ id: '1', seq: 1, name, params: { name }, arguments: undefined, caller: modernCaller(), startedAt: 0 },
  });
  call.tool = DELETE;
  call.approval = approval;
  call.facts = {
    tool: subjects.of(DELETE),
    arguments: undefined,
    caller: { principal: 'local', client: null, mode: 'direct' },
    session: NEW_SESSION,
  };
  current = standing ?? current;
  const next = vi.fn(async () => result({ content: [] }));
  const step = lookAgain({
    toolNow: () => ('tool' in rest ? rest.tool : DELETE),
    policy: () => ({ decide, explain: () => ({ decision: decide(), steps: [] }) }),
    subjects,
  });
  const reply = await step(call, next);
  return { call, decide, text: JSON.stringify(reply), hasPassed: next.mock.calls.length === 1 };
}

const HELD: ToolStanding = { holds: [{ kind: 'relaxed', reason: 'It changed.' }], isAccepted: false };

describe('a call that waited for a person', () => {
  it('passes where its tool is what it was', async () => {
    const { hasPassed, decide } = await after({ approval: 'a1' });
    expect(hasPassed).toBe(true);
    expect(decide).not.toHaveBeenCalled();
  });

  it('is refused where its tool would be held by now', async () => {
    const { hasPassed, call, text } = await after({ approval: 'a1', standing: HELD, kind: 'hold' });
    expect(hasPassed).toBe(false);
    expect(call).toMatchObject({ verdict: 'denied', decision: { kind: 'hold' } });
    expect(text).toContain('It changed.');
  });

  it('passes where its tool has other words and the hints that were approved', async () => {
    const tool = { ...DELETE };
    const { hasPassed, call } = await after({ approval: 'a1', tool });
    expect(hasPassed).toBe(true);
    expect(call.tool).toBe(tool);
  });

  it('is refused where its tool has other hints than were approved, and would be asked for', async () => {
    const { hasPassed, text } = await after({ approval: 'a1', tool: { ...DELETE, resolution: ADD.resolution } });
    expect(hasPassed).toBe(false);
    expect(text).toContain('asked again');
  });

  it('is refused where its tool is gone', async () => {
    const { hasPassed, call, text } = await after({ approval: 'a1', tool: undefined });
    expect(hasPassed).toBe(false);
    expect(call.verdict).toBe('denied');
    expect(text).toContain('took it back');
  });

  it('is not the only one: what was not asked for has to be asked for where its tool needs that by now', async () => {
    expect((await after({ tool: { ...DELETE }, kind: 'ask' })).hasPassed).toBe(false);
    expect((await after({ tool: { ...DELETE }, kind: 'allow' })).hasPassed).toBe(true);
    expect((await after({ tool: undefined })).hasPassed).toBe(false);
  });
});
