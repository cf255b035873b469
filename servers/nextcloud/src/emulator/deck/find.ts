import { denied, Refused } from './refused.ts';
import type { Board, Card, Stack } from './state.ts';

/** What a user may do on a board. */
export type Right = 'read' | 'edit' | 'manage' | 'share';

export function mayOn(board: Board, user: string, right: Right): boolean {
  if (board.owner === user) return true;
  const own = board.acl.find((access) => access.user === user);
  if (own === undefined) return false;
  return { read: true, edit: own.mayEdit, manage: own.mayManage, share: own.mayShare }[right];
}

/** Finds things by their own ids, as Deck does: it ignores the parent ids in the path. */
export class Finder {
  readonly #boards: ReadonlyMap<number, Board>;
  readonly #user: string;

  constructor(boards: ReadonlyMap<number, Board>, user: string) {
    this.#boards = boards;
    this.#user = user;
  }

  board(id: number, right: Right): Board {
    const board = this.#boards.get(id);
    if (board === undefined || board.deletedAt > 0 || !mayOn(board, this.#user, right)) throw denied();
    return board;
  }

  stack(id: number, right: Right): { readonly board: Board; readonly stack: Stack } {
    for (const board of this.#boards.values()) {
      const stack = board.stacks.find((each) => each.id === id);
      if (stack !== undefined) return { board: this.board(board.id, right), stack };
    }
    throw denied();
  }

  card(id: number, right: Right): { readonly board: Board; readonly stack: Stack; readonly card: Card } {
    for (const { id: boardId, stacks } of this.#boards.values())
      for (const stack of stacks) {
        const card = stack.cards.find((each) => each.id === id);
        if (card === undefined) continue;
        const board = this.board(boardId, right);
        if (card.deletedAt > 0) throw new Refused(403, 'Card is deleted');
        return { board, stack, card };
      }
    throw denied();
  }
}
