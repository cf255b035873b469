import * as z from 'zod';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { createDeckApi } from './deck-api.ts';
import {
  Board,
  BoardDetails,
  boardId,
  Card,
  CardSummary,
  cardPlace,
  cardsOf,
  Label,
  labelId,
  Stack,
  stackId,
  toBoard,
  toBoardDetails,
  toCard,
  toCardSummary,
  toLabel,
  toStack,
} from './schemas.ts';

const rights = { hints: READ, scopes: ['deck:read'] } as const;
const total_count = z.number();

export const getBoards = defineTool({
  ...rights,
  name: 'deck_get_boards',
  title: 'List Deck Boards',
  description: 'Lists the boards you own or that are shared with you.',
  output: z.object({ boards: z.array(Board).readonly(), total_count }),
  run: async (_, { nextcloud, signal }) => {
    const boards = (await createDeckApi(nextcloud, signal).boards()).map(toBoard);
    return { boards, total_count: boards.length };
  },
});

export const getBoard = defineTool({
  ...rights,
  name: 'deck_get_board',
  title: 'Get Deck Board',
  description: 'Reads a board with its labels, its users and what you may do on it.',
  input: z.object({ board_id: boardId }),
  output: BoardDetails,
  run: async ({ board_id }, { nextcloud, signal }) =>
    toBoardDetails(await createDeckApi(nextcloud, signal).board(board_id)),
});

export const getStacks = defineTool({
  ...rights,
  name: 'deck_get_stacks',
  title: 'List Deck Stacks',
  description: 'Lists the stacks (columns) of a board in their order.',
  input: z.object({ board_id: boardId }),
  output: z.object({ stacks: z.array(Stack).readonly(), total_count }),
  run: async ({ board_id }, { nextcloud, signal }) => {
    const stacks = (await createDeckApi(nextcloud, signal).stacks(board_id)).map(toStack);
    return { stacks, total_count: stacks.length };
  },
});

export const getStack = defineTool({
  ...rights,
  name: 'deck_get_stack',
  title: 'Get Deck Stack',
  description: 'Reads a stack and the titles of its cards, without archived ones.',
  input: z.object({ board_id: boardId, stack_id: stackId }),
  output: Stack.extend({ cards: z.array(CardSummary).readonly() }),
  run: async ({ board_id, stack_id }, { nextcloud, signal }) => {
    const stack = await createDeckApi(nextcloud, signal).stack(board_id, stack_id);
    return { ...toStack(stack), cards: cardsOf(stack).map(toCardSummary) };
  },
});

export const getCards = defineTool({
  ...rights,
  name: 'deck_get_cards',
  title: 'List Deck Cards',
  description: 'Lists the cards of a stack in their order, without archived ones.',
  input: z.object({ board_id: boardId, stack_id: stackId }),
  output: z.object({ cards: z.array(Card).readonly(), total_count }),
  run: async ({ board_id, stack_id }, { nextcloud, signal }) => {
    const cards = cardsOf(await createDeckApi(nextcloud, signal).stack(board_id, stack_id)).map(toCard);
    return { cards, total_count: cards.length };
  },
});

export const getCard = defineTool({
  ...rights,
  name: 'deck_get_card',
  title: 'Get Deck Card',
  description: 'Reads a card.',
  input: z.object(cardPlace),
  output: Card,
  run: async (place, { nextcloud, signal }) => toCard(await createDeckApi(nextcloud, signal).card(place)),
});

export const getLabels = defineTool({
  ...rights,
  name: 'deck_get_labels',
  title: 'List Deck Labels',
  description: 'Lists the labels of a board.',
  input: z.object({ board_id: boardId }),
  output: z.object({ labels: z.array(Label).readonly(), total_count }),
  run: async ({ board_id }, { nextcloud, signal }) => {
    const labels = ((await createDeckApi(nextcloud, signal).board(board_id)).labels ?? []).map(toLabel);
    return { labels, total_count: labels.length };
  },
});

export const getLabel = defineTool({
  ...rights,
  name: 'deck_get_label',
  title: 'Get Deck Label',
  description: 'Reads a label of a board.',
  input: z.object({ board_id: boardId, label_id: labelId }),
  output: Label,
  run: async ({ board_id, label_id }, { nextcloud, signal }) =>
    toLabel(await createDeckApi(nextcloud, signal).label(board_id, label_id)),
});
