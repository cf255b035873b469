import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { removeOnce } from '../../tools/remove-once.ts';
import { RawBoard, RawBoards, RawCard, RawLabel, RawStack } from './raw.ts';

/** The path to a card, from the tools' arguments. */
export interface CardPlace {
  readonly board_id: number;
  readonly stack_id: number;
  readonly card_id: number;
}

/** Actions on a card, beside reading, replacing and deleting. */
type CardAction = 'archive' | 'unarchive' | 'reorder' | 'assignLabel' | 'removeLabel' | 'assignUser' | 'unassignUser';

const BASE = ['apps', 'deck', 'api', 'v1.0', 'boards'];
/** Deck's status for a repeated delete, for an unknown id, and for a missing permission. */
const GONE = [403];

/** A client for the Deck app. */
export function createDeckApi(nextcloud: Nextcloud, signal: AbortSignal): DeckApi {
  const at = (what: string, ...path: readonly (string | number)[]) => ({
    path: [...BASE, ...path.map(String)],
    what,
    signal,
  });
  const atBoard = (id: number, ...rest: readonly string[]) => at(`board ${id}`, id, ...rest);
  const atStack = (board: number, id: number) => at(`stack ${id} of board ${board}`, board, 'stacks', id);
  const atLabel = (board: number, id: number) => at(`label ${id} of board ${board}`, board, 'labels', id);
  const atCard = ({ board_id, stack_id, card_id }: CardPlace, ...rest: readonly string[]) =>
    at(`card ${card_id} of board ${board_id}`, board_id, 'stacks', stack_id, 'cards', card_id, ...rest);

  const board = (id: number) => nextcloud.json(RawBoard, { ...atBoard(id), method: 'GET' });
  const stacks = async (id: number, ...rest: readonly string[]) => {
    const all = await nextcloud.json(z.array(RawStack), { ...atBoard(id, 'stacks', ...rest), method: 'GET' });
    return all.filter(({ deletedAt }) => deletedAt === 0).toSorted((one, other) => one.order - other.order);
  };
  const hasCard = async ({ board_id, card_id }: CardPlace): Promise<boolean> =>
    // A list of stacks leaves archived cards out, and the other list has only those.
    [...(await stacks(board_id)), ...(await stacks(board_id, 'archived'))].some(({ cards }) =>
      cards?.some(({ id }) => id === card_id),
    );

  return {
    boards: async () => {
      const all = await nextcloud.json(RawBoards, { ...at('your boards'), method: 'GET' });
      return all.filter(({ deletedAt }) => deletedAt === 0);
    },
    board,
    stacks: (id) => stacks(id),
    stack: async (boardId, id) => {
      const stack = await nextcloud.json(RawStack, { ...atStack(boardId, id), method: 'GET' });
      if (stack.deletedAt === 0) return stack;
      throw new NextcloudError('NOT_FOUND', `Stack ${id} of board ${boardId} was deleted. See deck_get_stacks.`);
    },
    card: (place) => nextcloud.json(RawCard, { ...atCard(place), method: 'GET' }),
    label: (boardId, id) => nextcloud.json(RawLabel, { ...atLabel(boardId, id), method: 'GET' }),
    createBoard: (json) => nextcloud.json(RawBoard, { ...at('the new board'), method: 'POST', json }),
    createStack: (boardId, json) => nextcloud.json(RawStack, { ...atBoard(boardId, 'stacks'), method: 'POST', json }),
    createLabel: (boardId, json) => nextcloud.json(RawLabel, { ...atBoard(boardId, 'labels'), method: 'POST', json }),
    createCard: (boardId, stackId, json) => {
      const { path, ...stack } = atStack(boardId, stackId);
      return nextcloud.json(RawCard, { ...stack, path: [...path, 'cards'], method: 'POST', json });
    },
    updateStack: (boardId, id, json) => nextcloud.json(RawStack, { ...atStack(boardId, id), method: 'PUT', json }),
    updateLabel: (boardId, id, json) => nextcloud.json(RawLabel, { ...atLabel(boardId, id), method: 'PUT', json }),
    updateCard: (place, json) => nextcloud.json(RawCard, { ...atCard(place), method: 'PUT', json }),
    actOnCard: async (place, action, json) => {
      await nextcloud.request({ ...atCard(place, action), method: 'PUT', json: json ?? {} });
    },
    removeStack: async (boardId, id) => {
      // Deck answers 200 in any case, so the list is read to find out whether the object exists.
      if (!(await stacks(boardId)).some((stack) => stack.id === id)) return false;
      await nextcloud.request({ ...atStack(boardId, id), method: 'DELETE' });
      return true;
    },
    removeCard: (place) =>
      removeOnce(
        GONE,
        () => nextcloud.request({ ...atCard(place), method: 'DELETE' }),
        () => hasCard(place),
      ),
    removeLabel: (boardId, id) =>
      removeOnce(
        GONE,
        () => nextcloud.request({ ...atLabel(boardId, id), method: 'DELETE' }),
        async () => (await board(boardId)).labels?.some((label) => label.id === id) ?? false,
      ),
  };
}

interface StackValues {
  readonly title: string;
  readonly order: number;
}

interface LabelValues {
  readonly title: string;
  readonly color: string;
}

export interface DeckApi {
  /** Without deleted ones. */
  readonly boards: () => Promise<readonly RawBoard[]>;
  readonly board: (boardId: number) => Promise<RawBoard>;
  /** Sorted, each with its cards except archived ones. */
  readonly stacks: (boardId: number) => Promise<readonly RawStack[]>;
  readonly stack: (boardId: number, id: number) => Promise<RawStack>;
  readonly card: (place: CardPlace) => Promise<RawCard>;
  readonly label: (boardId: number, id: number) => Promise<RawLabel>;
  readonly createBoard: (values: LabelValues) => Promise<RawBoard>;
  readonly createStack: (boardId: number, values: StackValues) => Promise<RawStack>;
  readonly createLabel: (boardId: number, values: LabelValues) => Promise<RawLabel>;
  readonly createCard: (boardId: number, stackId: number, values: object) => Promise<RawCard>;
  readonly updateStack: (boardId: number, id: number, values: StackValues) => Promise<RawStack>;
  readonly updateLabel: (boardId: number, id: number, values: LabelValues) => Promise<RawLabel>;
  /** Replaces the card: values that are not given are reset. */
  readonly updateCard: (place: CardPlace, values: object) => Promise<RawCard>;
  readonly actOnCard: (place: CardPlace, action: CardAction, values?: object) => Promise<void>;
  /** These three return `false` if the object was gone already. */
  readonly removeStack: (boardId: number, id: number) => Promise<boolean>;
  readonly removeCard: (place: CardPlace) => Promise<boolean>;
  readonly removeLabel: (boardId: number, id: number) => Promise<boolean>;
}
