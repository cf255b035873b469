import { createHash } from 'node:crypto';
import type { World } from '../app.ts';
import type { Board, Card, Label, Stack } from './state.ts';

/** Deck's etags are made of the time of the last change. */
export const etagOf = (lastModified: number | null): string =>
  createHash('md5')
    .update(String(lastModified ?? ''))
    .digest('hex');

const toUser = ({ users }: World, uid: string): object => ({
  primaryKey: uid,
  uid,
  displayname: users.get(uid)?.displayName ?? uid,
  type: 0,
});

export const toLabel = (label: Label, boardId: number, lastModified: number | null = label.lastModified): object => ({
  id: label.id,
  title: label.title,
  color: label.color,
  boardId,
  cardId: null,
  lastModified,
  ETag: etagOf(lastModified),
});

/** Deck sends a board in three forms, which differ in what is filled in. */
export function toBoard(world: World, board: Board, user: string, form: 'new' | 'listed' | 'whole'): object {
  const own = board.acl.find((access) => access.user === user);
  const isOwner = board.owner === user;
  const lastModified = form === 'new' ? 0 : board.lastModified;
  return {
    id: board.id,
    title: board.title,
    owner: toUser(world, board.owner),
    color: board.color,
    archived: false,
    labels:
      form === 'listed' ? [] : board.labels.map((label) => toLabel(label, board.id, form === 'new' ? null : undefined)),
    acl: board.acl.map((access) => ({
      id: access.id,
      participant: toUser(world, access.user),
      type: 0,
      boardId: board.id,
      permissionEdit: access.mayEdit,
      permissionShare: access.mayShare,
      permissionManage: access.mayManage,
      owner: false,
    })),
    permissions: {
      PERMISSION_READ: true,
      PERMISSION_EDIT: isOwner || own?.mayEdit === true,
      PERMISSION_MANAGE: isOwner || own?.mayManage === true,
      PERMISSION_SHARE: isOwner || own?.mayShare === true,
    },
    users:
      form === 'whole' ? [board.owner, ...board.acl.map((each) => each.user)].map((uid) => toUser(world, uid)) : [],
    ...(form === 'listed' && { shared: isOwner ? 0 : 1 }),
    stacks: [],
    activeSessions: [],
    deletedAt: board.deletedAt,
    lastModified,
    settings: form === 'whole' ? { 'notify-due': 'assigned', calendar: true } : [],
    ETag: etagOf(lastModified),
  };
}

export const toStack = (stack: Stack, boardId: number, cards: readonly object[] = []): object => ({
  id: stack.id,
  title: stack.title,
  boardId,
  deletedAt: stack.deletedAt,
  lastModified: stack.lastModified,
  // Deck omits an empty list.
  ...(cards.length > 0 && { cards }),
  order: stack.order,
  ETag: etagOf(stack.lastModified),
});

/** A card as it is read and written. */
export function toCard(
  world: World,
  card: Card,
  { board, stack }: CardContext,
  attachments: readonly [] | null,
): object {
  return {
    ...commonOf(card, stack),
    labels: labelsOf(card, board),
    assignedUsers: [...card.assignments].map(([uid, id]) => toAssignment(world, id, uid, card.id)),
    attachments,
    attachmentCount: 0,
    owner: toUser(world, card.owner),
    lastEditor: null,
    overdue: 0,
    referenceData: null,
  };
}

/** A card as its database row: Deck's answer to archive, delete and, with fewer members, reorder. */
export function toRow(
  world: World,
  card: Card,
  { board, stack }: CardContext,
  form: 'changed' | 'reordered' = 'changed',
): object {
  return {
    ...commonOf(card, stack),
    descriptionPrev: card.descriptionPrev,
    labels: form === 'changed' ? labelsOf(card, board) : null,
    assignedUsers: null,
    attachments: null,
    attachmentCount: null,
    owner: form === 'changed' ? toUser(world, card.owner) : card.owner,
    lastEditor: card.lastEditor,
    notified: false,
    relatedStack: null,
    relatedBoard: null,
  };
}

export const toAssignment = (world: World, id: number, uid: string, cardId: number): object => ({
  id,
  participant: toUser(world, uid),
  cardId,
  type: 0,
});

export interface CardContext {
  readonly board: Board;
  readonly stack: Stack;
}

const labelsOf = ({ labels }: Card, board: Board): readonly object[] =>
  board.labels.filter(({ id }) => labels.has(id)).map((label) => toLabel(label, board.id));

const commonOf = (card: Card, stack: Stack): object => ({
  id: card.id,
  title: card.title,
  description: card.description,
  stackId: stack.id,
  type: card.type,
  lastModified: card.lastModified,
  createdAt: card.createdAt,
  order: card.order,
  archived: card.archived,
  done: card.done,
  duedate: card.duedate,
  deletedAt: card.deletedAt,
  commentsUnread: 0,
  commentsCount: 0,
  ETag: etagOf(card.lastModified),
});
