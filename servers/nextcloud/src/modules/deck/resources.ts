import type { Complete } from '../../resources/completions.ts';
import { type ResourceSpec, toId } from '../../resources/define-resource.ts';
import { createDeckApi } from './deck-api.ts';
import { cardsOf, toBoard, toBoardDetails, toCard, toLabel, toStack } from './schemas.ts';

const scopes = ['deck:read'] as const;
const board_id: Complete = async (nextcloud, signal) =>
  (await createDeckApi(nextcloud, signal).boards()).map(({ id }) => String(id));
const onBoard = { scopes, complete: { board_id } } as const;
const BOARD = 'nc://Deck/boards/{board_id}';
const STACK = `${BOARD}/stacks/{stack_id}`;

export const deckResources: readonly ResourceSpec[] = [
  {
    name: 'deck_boards',
    uri: 'nc://Deck/boards',
    title: 'Deck Boards',
    description: 'All boards.',
    scopes,
    read: async (_, { nextcloud, signal }) => (await createDeckApi(nextcloud, signal).boards()).map(toBoard),
  },
  {
    ...onBoard,
    name: 'deck_board',
    uri: BOARD,
    title: 'Deck Board',
    description: 'A board with its labels and users.',
    read: async (at, { nextcloud, signal }) =>
      toBoardDetails(await createDeckApi(nextcloud, signal).board(toId(at['board_id']))),
  },
  {
    ...onBoard,
    name: 'deck_stacks',
    uri: `${BOARD}/stacks`,
    title: 'Deck Stacks',
    description: 'The stacks of a board.',
    read: async (at, { nextcloud, signal }) =>
      (await createDeckApi(nextcloud, signal).stacks(toId(at['board_id']))).map(toStack),
  },
  {
    ...onBoard,
    name: 'deck_stack',
    uri: STACK,
    title: 'Deck Stack',
    description: 'A stack of a board.',
    read: async (at, { nextcloud, signal }) =>
      toStack(await createDeckApi(nextcloud, signal).stack(toId(at['board_id']), toId(at['stack_id']))),
  },
  {
    ...onBoard,
    name: 'deck_cards',
    uri: `${STACK}/cards`,
    title: 'Deck Cards',
    description: 'The cards of a stack.',
    read: async (at, { nextcloud, signal }) =>
      cardsOf(await createDeckApi(nextcloud, signal).stack(toId(at['board_id']), toId(at['stack_id']))).map(toCard),
  },
  {
    ...onBoard,
    name: 'deck_card',
    uri: `${STACK}/cards/{card_id}`,
    title: 'Deck Card',
    description: 'A card.',
    read: async (at, { nextcloud, signal }) => {
      const place = { board_id: toId(at['board_id']), stack_id: toId(at['stack_id']), card_id: toId(at['card_id']) };
      return toCard(await createDeckApi(nextcloud, signal).card(place));
    },
  },
  {
    ...onBoard,
    name: 'deck_labels',
    uri: `${BOARD}/labels`,
    title: 'Deck Labels',
    description: 'The labels of a board.',
    read: async (at, { nextcloud, signal }) =>
      ((await createDeckApi(nextcloud, signal).board(toId(at['board_id']))).labels ?? []).map(toLabel),
  },
  {
    ...onBoard,
    name: 'deck_label',
    uri: `${BOARD}/labels/{label_id}`,
    title: 'Deck Label',
    description: 'A label of a board.',
    read: async (at, { nextcloud, signal }) =>
      toLabel(await createDeckApi(nextcloud, signal).label(toId(at['board_id']), toId(at['label_id']))),
  },
];
