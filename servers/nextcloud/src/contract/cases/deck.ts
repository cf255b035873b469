import type { ContractWorld, ExpectedChanges, ModuleContract, Reply, ToolCase } from '../contract.ts';
import { beginDeck, boardOf, createCard, createLabel, createStack, observeDeck } from './deck-objects.ts';

const color = 'ff7a66';

async function createLabelledCard(world: ContractWorld) {
  const place = { ...(await createCard(world)), ...(await createLabel(world)) };
  await world.call('deck_assign_label_to_card', place);
  return place;
}

async function createAssignedCard(world: ContractWorld) {
  const place = { ...(await createCard(world)), user_id: await ownerOf(world) };
  await world.call('deck_assign_user_to_card', place);
  return place;
}

async function createArchivedCard(world: ContractWorld) {
  const place = await createCard(world);
  await world.call('deck_archive_card', place);
  return place;
}

/** The only user that every board has. */
const ownerOf = async (world: ContractWorld): Promise<unknown> =>
  (await world.call('deck_get_board', boardOf(world)))['owner'];

/** Matches the innermost object that a case names. */
const on =
  (...fields: readonly string[]) =>
  ({ card_id, label_id, stack_id }: Reply): ExpectedChanges => ({
    of: [`id ${String(card_id ?? label_id ?? stack_id)}`],
    fields,
  });
const onTitle = ({ title }: Reply): ExpectedChanges => ({ of: [`title ${String(title)}`], fields: ['+'] });

const reading: readonly ToolCase[] = [
  { tool: 'deck_get_boards', prepare: async () => ({}) },
  { tool: 'deck_get_board', prepare: async (world) => boardOf(world) },
  { tool: 'deck_get_stacks', prepare: async (world) => boardOf(world) },
  { tool: 'deck_get_stack', prepare: createStack },
  { tool: 'deck_get_cards', prepare: createStack },
  { tool: 'deck_get_card', prepare: createCard },
  { tool: 'deck_get_labels', prepare: async (world) => boardOf(world) },
  { tool: 'deck_get_label', prepare: createLabel },
];

const writing: readonly ToolCase[] = [
  { tool: 'deck_create_board', prepare: async ({ name }) => ({ title: name('new'), color }), changes: onTitle },
  {
    tool: 'deck_create_stack',
    prepare: async (world) => ({ ...boardOf(world), title: world.name('new'), order: 0 }),
    changes: onTitle,
  },
  {
    tool: 'deck_update_stack',
    prepare: async (world) => ({ ...(await createStack(world)), title: world.name('changed') }),
    changes: on('title'),
  },
  {
    tool: 'deck_delete_stack',
    prepare: async (world) => {
      const stack = await createStack(world);
      await createCard(world, stack);
      return stack;
    },
    changes: ({ stack_id }) => ({ of: [`id ${String(stack_id)}`, `stackId ${String(stack_id)}`], fields: ['-'] }),
  },
  {
    tool: 'deck_create_label',
    prepare: async (world) => ({ ...boardOf(world), title: world.name('new'), color }),
    changes: onTitle,
  },
  {
    tool: 'deck_update_label',
    prepare: async (world) => ({ ...(await createLabel(world)), title: world.name('changed') }),
    changes: on('title'),
  },
  {
    tool: 'deck_delete_label',
    prepare: async (world) => {
      const { board_id, label_id } = await createLabelledCard(world);
      return { board_id, label_id };
    },
    changes: on('-'),
  },
];

const onCards: readonly ToolCase[] = [
  {
    tool: 'deck_create_card',
    prepare: async (world) => ({ ...(await createStack(world)), title: world.name('new'), order: 0 }),
    changes: onTitle,
  },
  {
    tool: 'deck_update_card',
    prepare: async (world) => ({ ...(await createCard(world)), title: world.name('changed'), description: 'Two' }),
    changes: on('title', 'description'),
  },
  {
    tool: 'deck_update_card',
    prepare: async (world) => ({ ...(await createArchivedCard(world)), archived: false, duedate: '' }),
    changes: (args) => ({ ...on('archived', 'duedate')(args), mayChange: ['+', 'overdue'] }),
  },
  { tool: 'deck_delete_card', prepare: createCard, changes: on('-') },
  { tool: 'deck_delete_card', prepare: createArchivedCard, changes: on('-') },
  {
    tool: 'deck_archive_card',
    prepare: createCard,
    changes: (args) => ({ ...on('archived')(args), mayChange: ['-'] }),
  },
  {
    tool: 'deck_unarchive_card',
    prepare: createArchivedCard,
    changes: (args) => ({ ...on('archived')(args), mayChange: ['+'] }),
  },
  {
    tool: 'deck_reorder_card',
    prepare: async (world) => {
      const target = await createStack(world);
      await createCard(world, target);
      return { ...(await createCard(world)), order: 0, target_stack_id: target.stack_id };
    },
    // The other cards of the target move down.
    changes: ({ card_id, target_stack_id }) => ({
      of: [`id ${String(card_id)}`, `stackId ${String(target_stack_id)}`],
      fields: ['-', '+', 'stackId', 'order'],
    }),
  },
  {
    tool: 'deck_assign_label_to_card',
    prepare: async (world) => ({ ...(await createCard(world)), ...(await createLabel(world)) }),
    changes: on('+'),
  },
  { tool: 'deck_remove_label_from_card', prepare: createLabelledCard, changes: on('-') },
  {
    tool: 'deck_assign_user_to_card',
    prepare: async (world) => ({ ...(await createCard(world)), user_id: await ownerOf(world) }),
    changes: on('assignedUsers'),
  },
  { tool: 'deck_unassign_user_from_card', prepare: createAssignedCard, changes: on('assignedUsers') },
];

export const deckContract: ModuleContract = {
  module: 'deck',
  begin: beginDeck,
  observe: observeDeck,
  cases: [...reading, ...writing, ...onCards],
};
