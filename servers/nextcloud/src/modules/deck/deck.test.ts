import { describe, expect, it } from 'vitest';
import { type Connected, connect, connectTo, USERS } from '../../fixtures/connect.ts';
import { serveNextcloud } from '../../fixtures/serve-nextcloud.ts';

type Place = Readonly<Record<'board_id' | 'stack_id' | 'card_id', number>>;

const CARD = { title: 'Plan', description: 'First *draft*', duedate: '2026-12-01T09:00:00Z', order: 3 };
const DUE = '2026-12-01T09:00:00+00:00';

describe('deck', () => {
  it('lists boards, stacks, cards and labels with counts', async () => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const { call } = nextcloud;
    const { board_id, stack_id, card_id } = await makeCard(nextcloud);
    const board = { id: board_id, title: 'Work', color: 'ff0000', owner: 'ada', archived: false };
    const labels = ['Finished', 'To review', 'Action needed', 'Later'].map((title) =>
      expect.objectContaining({ title }),
    );
    const card = {
      id: card_id,
      title: 'Plan',
      order: 3,
      description: 'First *draft*',
      stackId: stack_id,
      archived: false,
      owner: 'ada',
      duedate: DUE,
      done: null,
      labels: [],
      assignedUsers: [],
      lastModified: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    const stack = { id: stack_id, title: 'To do', order: 0, cardCount: 1 };
    expect(await call('deck_get_boards')).toEqual({ boards: [board], total_count: 1 });
    expect(await call('deck_get_board', { board_id })).toEqual({
      ...board,
      labels,
      users: ['ada'],
      permissions: ['read', 'edit', 'manage', 'share'],
    });
    expect(await call('deck_get_labels', { board_id })).toEqual({ labels, total_count: 4 });
    expect(await call('deck_get_stacks', { board_id })).toEqual({ stacks: [stack], total_count: 1 });
    expect(await call('deck_get_stack', { board_id, stack_id })).toEqual({
      ...stack,
      cards: [{ id: card_id, title: 'Plan', order: 3 }],
    });
    expect(await call('deck_get_cards', { board_id, stack_id })).toEqual({ cards: [card], total_count: 1 });
    expect(await call('deck_get_card', { board_id, stack_id, card_id })).toEqual(card);
  });

  it.each([
    [{ title: 'New' }, { title: 'New' }],
    [{ description: '' }, { description: '' }],
    [{ duedate: '' }, { duedate: null }],
    [{ duedate: null, order: 5 }, { order: 5 }],
    [{ done: '2026-12-02T00:00:00Z' }, { done: '2026-12-02T00:00:00+00:00' }],
    [{ archived: true }, { archived: true }],
    [{ owner: 'ada', type: 'plain' }, {}],
  ])('updates a card with %j and keeps everything else', async (changes, expected) => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const { call } = nextcloud;
    const place = await makeCard(nextcloud);
    const before = withoutTime(await call('deck_get_card', place));
    expect(await call('deck_update_card', { ...place, ...changes })).toMatchObject(place);
    expect(withoutTime(await call('deck_get_card', place))).toEqual({ ...before, ...expected });
  });

  it('updates an archived card, which Deck refuses to archive again', async () => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const { call } = nextcloud;
    const place = await makeCard(nextcloud);
    await call('deck_archive_card', place);
    await call('deck_update_card', { ...place, title: 'New', archived: true });
    expect(await call('deck_get_card', place)).toMatchObject({ title: 'New', archived: true, duedate: DUE });
    expect(await call('deck_get_cards', place)).toMatchObject({ total_count: 0 });
    await call('deck_update_card', { ...place, archived: false });
    expect(await call('deck_get_cards', place)).toMatchObject({ total_count: 1 });
  });

  it('keeps the position of a stack whose title changes, and the title of a label whose color changes', async () => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const { call } = nextcloud;
    const { board_id, stack_id } = await makeCard(nextcloud);
    await call('deck_update_stack', { board_id, stack_id, order: 7 });
    expect(await call('deck_update_stack', { board_id, stack_id, title: 'Soon' })).toEqual({
      id: stack_id,
      title: 'Soon',
      order: 7,
    });
    const label = { title: 'Urgent', color: '00ff00' };
    const { id: label_id } = (await call('deck_create_label', { board_id, ...label })) as { id: number };
    await call('deck_update_label', { board_id, label_id, color: '#0000ff' });
    expect(await call('deck_get_label', { board_id, label_id })).toEqual({
      id: label_id,
      title: 'Urgent',
      color: '0000ff',
    });
  });

  it('moves a card between stacks and renumbers the others', async () => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const { call } = nextcloud;
    const place = await makeCard(nextcloud);
    const { board_id } = place;
    const target = (await call('deck_create_stack', { board_id, title: 'Done', order: 1 })) as { id: number };
    for (const title of ['a', 'b']) await call('deck_create_card', { board_id, stack_id: target.id, title });
    expect(await call('deck_reorder_card', { ...place, order: 1, target_stack_id: target.id })).toMatchObject({
      stack_id: target.id,
    });
    expect(await call('deck_get_stack', { board_id, stack_id: target.id })).toMatchObject({
      cards: [
        { title: 'a', order: 0 },
        { title: 'Plan', order: 1 },
        { title: 'b', order: 2 },
      ],
    });
  });

  it.each([
    ['deck_archive_card', {}, { archived: true }],
    ['deck_assign_user_to_card', { user_id: 'ada' }, { assignedUsers: ['ada'] }],
    ['deck_unassign_user_from_card', { user_id: 'ada' }, { assignedUsers: [] }],
    ['deck_unarchive_card', {}, { archived: false }],
  ])('%s gives the same when it is repeated', async (tool, args, expected) => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const place = await makeCard(nextcloud);
    const first = await nextcloud.call(tool, { ...place, ...args });
    expect(first).toEqual({ ...place, message: expect.any(String) });
    expect(await nextcloud.call('deck_get_card', place)).toMatchObject(expected);
    expect(await nextcloud.call(tool, { ...place, ...args })).toEqual(first);
    expect(await nextcloud.call('deck_get_card', place)).toMatchObject(expected);
  });

  it('puts labels on a card and takes them off', async () => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const { call } = nextcloud;
    const place = await makeCard(nextcloud);
    const { labels } = (await call('deck_get_labels', place)) as { labels: readonly { id: number; title: string }[] };
    const label_id = labels[0]?.id;
    await call('deck_assign_label_to_card', { ...place, label_id });
    expect(await call('deck_get_card', place)).toMatchObject({ labels: [{ id: label_id, title: 'Finished' }] });
    await call('deck_remove_label_from_card', { ...place, label_id });
    expect(await call('deck_get_card', place)).toMatchObject({ labels: [] });
  });

  it.each(['deck_delete_card', 'deck_delete_label', 'deck_delete_stack'])(
    '%s reports whether the object existed',
    async (tool) => {
      await using nextcloud = await connect({ modules: ['deck'] });
      const { call } = nextcloud;
      const place = await makeCard(nextcloud);
      const label = { board_id: place.board_id, title: 'Urgent', color: '00ff00' };
      const { id: label_id } = (await call('deck_create_label', label)) as { id: number };
      const args = toolArgs(tool, { ...place, label_id });
      expect(await call(tool, args)).toMatchObject({ deleted: true });
      expect(await call(tool, args)).toMatchObject({
        deleted: false,
        message: expect.stringContaining('already gone'),
      });
    },
  );

  it.each(['deck_delete_card', 'deck_delete_label', 'deck_delete_stack'])(
    '%s reports a missing permission',
    async (tool) => {
      await using nextcloud = await connect({ modules: ['deck'] });
      const place = await makeBoardOfBob(nextcloud);
      const before = nextcloud.emulator.snapshot();
      expect(await nextcloud.call(tool, toolArgs(tool, place))).toMatchObject({ failed: { code: 'NOT_ALLOWED' } });
      expect(nextcloud.emulator.snapshot()).toEqual(before);
    },
  );

  it('finds an archived card, so that a refused delete of it is not treated as a repeat', async () => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const place = await makeBoardOfBob(nextcloud);
    await asBob(nextcloud, 'PUT', `${place.board_id}/stacks/${place.stack_id}/cards/${place.card_id}/archive`);
    const args = toolArgs('deck_delete_card', place);
    expect(await nextcloud.call('deck_delete_card', args)).toMatchObject({ failed: { code: 'NOT_ALLOWED' } });
  });

  it.each([
    ['deck_get_board', { board_id: 99_999 }, 'NOT_ALLOWED'],
    ['deck_delete_card', { board_id: 99_999, stack_id: 1, card_id: 1 }, 'NOT_ALLOWED'],
    ['deck_create_board', { title: 'B', color: 'red' }, 'INVALID_INPUT'],
    ['deck_create_board', { title: ' ', color: 'ff0000' }, 'INVALID_INPUT'],
    ['deck_update_card', { board_id: 1, stack_id: 1, card_id: 1 }, 'INVALID_ARGUMENT'],
    ['deck_update_card', { board_id: 1, stack_id: 1, card_id: 1, duedate: 'soon' }, 'INVALID_INPUT'],
    ['deck_update_stack', { board_id: 1, stack_id: 1, title: null }, 'INVALID_ARGUMENT'],
  ])('%s refuses %j with %s', async (tool, args, code) => {
    await using nextcloud = await connect({ modules: ['deck'] });
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
  });

  it('lists the board that Deck makes at the first request of an account', async () => {
    const board = { id: 1, title: 'Personal', color: '0087C5', owner: { uid: 'ada' }, archived: false };
    const permissions = {
      PERMISSION_READ: true,
      PERMISSION_EDIT: true,
      PERMISSION_MANAGE: true,
      PERMISSION_SHARE: true,
    };
    await using http = await serveNextcloud((_, response) =>
      response.end(JSON.stringify({ 1: { ...board, permissions } })),
    );
    await using connected = await connectTo(http.nextcloud, ['deck']);
    expect(await connected.call('deck_get_boards')).toEqual({ boards: [{ ...board, owner: 'ada' }], total_count: 1 });
  });

  it.each([
    ['deck_create_label', { title: 'Later', color: '000000' }],
    ['deck_assign_user_to_card', { user_id: 'bob' }],
  ])('%s forwards the reason of Deck', async (tool, args) => {
    await using nextcloud = await connect({ modules: ['deck'] });
    const place = await makeCard(nextcloud);
    expect(await nextcloud.call(tool, { ...place, ...args })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringMatching(/unique|not part of the board/) },
    });
  });
});

async function makeCard({ call }: Connected): Promise<Place> {
  const idOf = async (tool: string, args: object) => ((await call(tool, { ...args })) as { id: number }).id;
  const board_id = await idOf('deck_create_board', { title: 'Work', color: 'ff0000' });
  const stack_id = await idOf('deck_create_stack', { board_id, title: 'To do', order: 0 });
  return { board_id, stack_id, card_id: await idOf('deck_create_card', { board_id, stack_id, ...CARD }) };
}

/** A board that is read-only for ada. */
async function makeBoardOfBob(nextcloud: Connected): Promise<Place & { readonly label_id: number }> {
  const board = await asBob(nextcloud, 'POST', '', { title: 'Private', color: '00ff00' });
  const stack = await asBob(nextcloud, 'POST', `${board.id}/stacks`, { title: 'S', order: 0 });
  const card = await asBob(nextcloud, 'POST', `${board.id}/stacks/${stack.id}/cards`, { title: 'C' });
  const label = await asBob(nextcloud, 'POST', `${board.id}/labels`, { title: 'L', color: '00ff00' });
  await asBob(nextcloud, 'POST', `${board.id}/acl`, { type: 0, participant: 'ada', permissionEdit: false });
  return { board_id: board.id, stack_id: stack.id, card_id: card.id, label_id: label.id };
}

async function asBob(
  { emulator }: Connected,
  method: string,
  path: string,
  body: object = {},
): Promise<{ id: number }> {
  const response = await fetch(`${emulator.url}/apps/deck/api/v1.0/boards/${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`bob:${USERS.bob.password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { id: number };
}

/** The arguments that a tool takes, and no others. */
function toolArgs(tool: string, { board_id, stack_id, card_id, label_id }: Place & { readonly label_id: number }) {
  if (tool === 'deck_delete_label') return { board_id, label_id };
  return tool === 'deck_delete_card' ? { board_id, stack_id, card_id } : { board_id, stack_id };
}

function withoutTime(card: unknown): object {
  const { lastModified: _, ...rest } = card as { lastModified: string };
  return rest;
}
