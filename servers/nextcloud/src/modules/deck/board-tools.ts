import * as z from 'zod';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, UPDATE } from '../../tools/hints.ts';
import { createDeckApi } from './deck-api.ts';
import { anyGiven } from './merge-card.ts';
import { boardId, color, Label, labelId, order, Stack, stackId, title, toLabel } from './schemas.ts';

const scopes = ['deck:write'] as const;

const WrittenStack = Stack.omit({ cardCount: true });

export const createBoard = defineTool({
  name: 'deck_create_board',
  title: 'Create Deck Board',
  description: 'Creates a board. Deck adds four labels to it.',
  hints: CREATE,
  scopes,
  input: z.object({ title, color }),
  output: Label,
  run: async (values, { nextcloud, signal }) => toLabel(await createDeckApi(nextcloud, signal).createBoard(values)),
});

export const createStack = defineTool({
  name: 'deck_create_stack',
  title: 'Create Deck Stack',
  description: 'Adds a stack (column) to a board.',
  hints: CREATE,
  scopes,
  input: z.object({ board_id: boardId, title, order }),
  output: WrittenStack,
  run: async ({ board_id, ...values }, { nextcloud, signal }) => {
    const { id, title, order } = await createDeckApi(nextcloud, signal).createStack(board_id, values);
    return { id, title, order };
  },
});

export const updateStack = defineTool({
  name: 'deck_update_stack',
  title: 'Update Deck Stack',
  description: 'Changes the title or position of a stack; a value that is null or left out stays.',
  hints: UPDATE,
  scopes,
  input: z.object({
    board_id: boardId,
    stack_id: stackId,
    title: title.nullable().optional().describe('New title'),
    order: order.nullable().optional().describe('New position, from 0'),
  }),
  output: WrittenStack,
  run: async ({ board_id, stack_id, ...given }, { nextcloud, signal }) => {
    anyGiven(given);
    const deck = createDeckApi(nextcloud, signal);
    const now = await deck.stack(board_id, stack_id);
    const values = { title: given.title ?? now.title, order: given.order ?? now.order };
    const { id, title, order } = await deck.updateStack(board_id, stack_id, values);
    return { id, title, order };
  },
});

export const deleteStack = defineTool({
  name: 'deck_delete_stack',
  title: 'Delete Deck Stack',
  description: 'Deletes a stack and the cards in it.',
  hints: DELETE,
  scopes,
  input: z.object({ board_id: boardId, stack_id: stackId }),
  output: Deleted,
  run: async ({ board_id, stack_id }, { nextcloud, signal }) =>
    toDeleted(
      `stack ${stack_id} on board ${board_id}`,
      await createDeckApi(nextcloud, signal).removeStack(board_id, stack_id),
    ),
});

export const createLabel = defineTool({
  name: 'deck_create_label',
  title: 'Create Deck Label',
  description: 'Adds a label to a board. Its title must be new on that board.',
  hints: CREATE,
  scopes,
  input: z.object({ board_id: boardId, title, color }),
  output: Label,
  run: async ({ board_id, ...values }, { nextcloud, signal }) =>
    toLabel(await createDeckApi(nextcloud, signal).createLabel(board_id, values)),
});

export const updateLabel = defineTool({
  name: 'deck_update_label',
  title: 'Update Deck Label',
  description: 'Changes the title or color of a label; a value that is null or left out stays.',
  hints: UPDATE,
  scopes,
  input: z.object({
    board_id: boardId,
    label_id: labelId,
    title: title.nullable().optional().describe('New title'),
    color: color.nullable().optional().describe('New color, such as 0082c9'),
  }),
  output: Label,
  run: async ({ board_id, label_id, ...given }, { nextcloud, signal }) => {
    anyGiven(given);
    const deck = createDeckApi(nextcloud, signal);
    const now = await deck.label(board_id, label_id);
    const values = { title: given.title ?? now.title, color: given.color ?? now.color ?? '' };
    return toLabel(await deck.updateLabel(board_id, label_id, values));
  },
});

export const deleteLabel = defineTool({
  name: 'deck_delete_label',
  title: 'Delete Deck Label',
  description: 'Deletes a label from a board and from its cards.',
  hints: DELETE,
  scopes,
  input: z.object({ board_id: boardId, label_id: labelId }),
  output: Deleted,
  run: async ({ board_id, label_id }, { nextcloud, signal }) =>
    toDeleted(
      `label ${label_id} on board ${board_id}`,
      await createDeckApi(nextcloud, signal).removeLabel(board_id, label_id),
    ),
});
