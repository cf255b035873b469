import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, UPDATE } from '../../tools/hints.ts';
import { type CardPlace, createDeckApi, type DeckApi } from './deck-api.ts';
import { anyGiven, mergeCard } from './merge-card.ts';
import { boardId, cardPlace, cardTitle, date, labelId, order, stackId } from './schemas.ts';

const scopes = ['deck:write'] as const;
const MAX_DESCRIPTION = 100_000;

const description = z.string().max(MAX_DESCRIPTION);
const Changed = z.object({ message: z.string(), card_id: z.number(), stack_id: z.number(), board_id: z.number() });
const changed = (place: CardPlace, message: string): z.output<typeof Changed> => ({ ...place, message });

export const createCard = defineTool({
  name: 'deck_create_card',
  title: 'Create Deck Card',
  description: 'Adds a card to a stack.',
  hints: CREATE,
  scopes,
  input: z.object({
    board_id: boardId,
    stack_id: stackId,
    title: cardTitle,
    type: z.string().default('plain').describe('Only plain is in use'),
    order: order.default(999),
    description: description.nullable().optional().describe('Markdown'),
    duedate: date.nullable().optional().describe('ISO 8601'),
  }),
  output: z.object({ id: z.number(), title: z.string(), description: z.string(), stackId: z.number() }),
  run: async ({ board_id, stack_id, description, duedate, ...values }, { nextcloud, signal }) => {
    const card = await createDeckApi(nextcloud, signal).createCard(board_id, stack_id, {
      ...values,
      ...(description != null && { description }),
      ...(duedate != null && { duedate }),
    });
    return { id: card.id, title: card.title, description: card.description ?? '', stackId: card.stackId };
  },
});

export const updateCard = defineTool({
  name: 'deck_update_card',
  title: 'Update Deck Card',
  description: 'Changes a card; a value that is null or left out stays. An empty duedate or done clears it.',
  hints: UPDATE,
  scopes,
  input: z.object({
    ...cardPlace,
    title: cardTitle.nullable().optional().describe('New title'),
    description: description.nullable().optional().describe('Markdown, all of it'),
    type: z.string().min(1).nullable().optional().describe('Only plain is in use'),
    owner: z.string().min(1).nullable().optional().describe('User id'),
    order: order.nullable().optional().describe('New position, from 0'),
    duedate: date.or(z.literal('')).nullable().optional().describe('ISO 8601'),
    archived: z.boolean().nullable().optional().describe('Whether it is archived'),
    done: date.or(z.literal('')).nullable().optional().describe('When it was done, ISO 8601'),
  }),
  output: Changed,
  run: async ({ board_id, stack_id, card_id, ...changes }, { nextcloud, signal }) => {
    anyGiven(changes);
    const place = { board_id, stack_id, card_id };
    const deck = createDeckApi(nextcloud, signal);
    await deck.updateCard(place, mergeCard(await deck.card(place), changes));
    return changed(place, `Updated card ${card_id}.`);
  },
});

export const deleteCard = defineTool({
  name: 'deck_delete_card',
  title: 'Delete Deck Card',
  description: 'Deletes a card.',
  hints: DELETE,
  scopes,
  input: z.object(cardPlace),
  output: Deleted,
  run: async (place, { nextcloud, signal }) =>
    toDeleted(
      `card ${place.card_id} on board ${place.board_id}`,
      await createDeckApi(nextcloud, signal).removeCard(place),
    ),
});

export const archiveCard = defineTool({
  name: 'deck_archive_card',
  title: 'Archive Deck Card',
  description: 'Archives a card: it leaves its stack until it is unarchived.',
  hints: UPDATE,
  scopes,
  input: z.object(cardPlace),
  output: Changed,
  run: async (place, { nextcloud, signal }) => {
    await createDeckApi(nextcloud, signal).actOnCard(place, 'archive');
    return changed(place, `Archived card ${place.card_id}.`);
  },
});

export const unarchiveCard = defineTool({
  name: 'deck_unarchive_card',
  title: 'Unarchive Deck Card',
  description: 'Puts an archived card back on its stack.',
  hints: UPDATE,
  scopes,
  input: z.object(cardPlace),
  output: Changed,
  run: async (place, { nextcloud, signal }) => {
    await createDeckApi(nextcloud, signal).actOnCard(place, 'unarchive');
    return changed(place, `Unarchived card ${place.card_id}.`);
  },
});

export const reorderCard = defineTool({
  name: 'deck_reorder_card',
  title: 'Reorder/Move Deck Card',
  description: 'Moves a card to a position in its stack or in another one.',
  hints: UPDATE,
  scopes,
  input: z.object({ ...cardPlace, order, target_stack_id: stackId.describe('Stack to move it to; may be the same') }),
  output: Changed,
  run: async ({ order, target_stack_id, ...place }, { nextcloud, signal }) => {
    await createDeckApi(nextcloud, signal).actOnCard(place, 'reorder', { order, stackId: target_stack_id });
    const moved = { ...place, stack_id: target_stack_id };
    return changed(moved, `Moved card ${place.card_id} to position ${order} of stack ${target_stack_id}.`);
  },
});

export const assignLabel = defineTool({
  name: 'deck_assign_label_to_card',
  title: 'Assign Label to Deck Card',
  description: "Puts one of the board's labels on a card.",
  hints: UPDATE,
  scopes,
  input: z.object({ ...cardPlace, label_id: labelId }),
  output: Changed,
  run: async ({ label_id: labelId, ...place }, { nextcloud, signal }) => {
    await createDeckApi(nextcloud, signal).actOnCard(place, 'assignLabel', { labelId });
    return changed(place, `Card ${place.card_id} has label ${labelId}.`);
  },
});

export const removeLabel = defineTool({
  name: 'deck_remove_label_from_card',
  title: 'Remove Label from Deck Card',
  description: 'Takes a label off a card; the label itself stays on the board.',
  hints: UPDATE,
  scopes,
  input: z.object({ ...cardPlace, label_id: labelId }),
  output: Changed,
  run: async ({ label_id: labelId, ...place }, { nextcloud, signal }) => {
    await createDeckApi(nextcloud, signal).actOnCard(place, 'removeLabel', { labelId });
    return changed(place, `Card ${place.card_id} does not have label ${labelId}.`);
  },
});

const user_id = z.string().min(1).describe('User id');

export const assignUser = defineTool({
  name: 'deck_assign_user_to_card',
  title: 'Assign User to Deck Card',
  description: 'Assigns a user of the board to a card.',
  hints: UPDATE,
  scopes,
  input: z.object({ ...cardPlace, user_id }),
  output: Changed,
  run: async ({ user_id, ...place }, { nextcloud, signal }) => {
    await setAssigned(createDeckApi(nextcloud, signal), place, user_id, true);
    return changed(place, `Card ${place.card_id} is assigned to ${user_id}.`);
  },
});

export const unassignUser = defineTool({
  name: 'deck_unassign_user_from_card',
  title: 'Unassign User from Deck Card',
  description: 'Takes the assignment of a user off a card.',
  hints: UPDATE,
  scopes,
  input: z.object({ ...cardPlace, user_id }),
  output: Changed,
  run: async ({ user_id, ...place }, { nextcloud, signal }) => {
    await setAssigned(createDeckApi(nextcloud, signal), place, user_id, false);
    return changed(place, `Card ${place.card_id} is not assigned to ${user_id}.`);
  },
});

/** Deck answers a repeat with 400 (assign) or 404 (unassign); reading the card shows whether it has the wanted state anyway. */
async function setAssigned(deck: DeckApi, place: CardPlace, userId: string, wanted: boolean): Promise<void> {
  try {
    await deck.actOnCard(place, wanted ? 'assignUser' : 'unassignUser', { userId });
  } catch (error) {
    if (!(error instanceof NextcloudError) || error.status !== (wanted ? 400 : 404)) throw error;
    const { assignedUsers } = await deck.card(place);
    const isAssigned = assignedUsers?.some(({ participant }) => participant.uid === userId) ?? false;
    if (isAssigned !== wanted) throw error;
  }
}
