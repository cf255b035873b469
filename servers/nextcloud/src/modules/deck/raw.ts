import * as z from 'zod';

// Deck's replies. Some members differ between its endpoints: the owner is an object or an id, an empty stack has no cards.

const RawUser = z.object({ uid: z.string() });
const Owner = z.union([z.string(), RawUser.transform(({ uid }) => uid)]);

export const RawLabel = z.object({ id: z.int(), title: z.string(), color: z.string().nullish() });
export type RawLabel = z.output<typeof RawLabel>;

/** Keeps unknown members, because an update must send everything back: Deck resets missing members. */
export const RawCard = z.looseObject({
  id: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  stackId: z.int(),
  type: z.string(),
  owner: Owner,
  order: z.int(),
  archived: z.boolean(),
  done: z.string().nullish(),
  duedate: z.string().nullish(),
  lastModified: z.int(),
  labels: z.array(RawLabel).nullish(),
  assignedUsers: z.array(z.object({ participant: RawUser })).nullish(),
});
export type RawCard = z.output<typeof RawCard>;

export const RawStack = z.object({
  id: z.int(),
  title: z.string(),
  order: z.int(),
  deletedAt: z.int().default(0),
  cards: z.array(RawCard).nullish(),
});
export type RawStack = z.output<typeof RawStack>;

export const RawBoard = z.object({
  id: z.int(),
  title: z.string(),
  color: z.string(),
  owner: Owner,
  archived: z.boolean(),
  deletedAt: z.int().default(0),
  labels: z.array(RawLabel).nullish(),
  users: z.array(RawUser).nullish(),
  permissions: z.object({
    PERMISSION_READ: z.boolean(),
    PERMISSION_EDIT: z.boolean(),
    PERMISSION_MANAGE: z.boolean(),
    PERMISSION_SHARE: z.boolean(),
  }),
});
export type RawBoard = z.output<typeof RawBoard>;

/** At an account's first request Deck makes a board, and sends the boards by their ids. */
export const RawBoards = z.union([
  z.array(RawBoard),
  z.record(z.string(), RawBoard).transform(Object.values<RawBoard>),
]);
