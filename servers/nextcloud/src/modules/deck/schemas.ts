import * as z from 'zod';
import type { RawBoard, RawCard, RawLabel, RawStack } from './raw.ts';

const id = z.int().min(1);

export const boardId = id.describe('Board id');
export const stackId = id.describe('Stack id');
const cardId = id.describe('Card id');
export const labelId = id.describe('Label id');

/** The path to a card. */
export const cardPlace = { board_id: boardId, stack_id: stackId.describe('Stack the card is in'), card_id: cardId };

export const title = z.string().trim().min(1).max(100).describe('Title');
export const cardTitle = title.max(255);
export const order = z.int().min(0).describe('Position, from 0');
export const color = z
  .string()
  .regex(/^#?[0-9a-fA-F]{6}$/, 'six hexadecimal digits')
  .describe('Hex color, such as 0082c9')
  .transform((text) => text.replace('#', ''));
/** A refinement instead of a pattern: the pattern of an ISO date would cost more tokens than the rest of the schema. */
export const date = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'a date in ISO 8601');

export const Label = z.object({ id: z.number(), title: z.string(), color: z.string() });

export const Board = z.object({
  id: z.number(),
  title: z.string(),
  color: z.string(),
  owner: z.string(),
  archived: z.boolean(),
});

export const BoardDetails = Board.extend({
  labels: z.array(Label).readonly(),
  users: z.array(z.string()).readonly(),
  permissions: z.array(z.enum(['read', 'edit', 'manage', 'share'])).readonly(),
});

export const Stack = z.object({ id: z.number(), title: z.string(), order: z.number(), cardCount: z.number() });

export const CardSummary = z.object({ id: z.number(), title: z.string(), order: z.number() });

export const Card = CardSummary.extend({
  description: z.string(),
  stackId: z.number(),
  archived: z.boolean(),
  owner: z.string(),
  duedate: z.string().nullable(),
  done: z.string().nullable(),
  labels: z.array(z.object({ id: z.number(), title: z.string() })).readonly(),
  assignedUsers: z.array(z.string()).readonly(),
  lastModified: z.string(),
});

export const toLabel = ({ id, title, color }: RawLabel): z.output<typeof Label> => ({ id, title, color: color ?? '' });

export const toBoard = ({ id, title, color, owner, archived }: RawBoard): z.output<typeof Board> => ({
  id,
  title,
  color,
  owner,
  archived,
});

export const toBoardDetails = (board: RawBoard): z.output<typeof BoardDetails> => ({
  ...toBoard(board),
  labels: (board.labels ?? []).map(toLabel),
  users: (board.users ?? []).map(({ uid }) => uid),
  permissions: (['read', 'edit', 'manage', 'share'] as const).filter(
    (name) => board.permissions[`PERMISSION_${name.toUpperCase() as Uppercase<typeof name>}`],
  ),
});

export const toStack = ({ id, title, order, cards }: RawStack): z.output<typeof Stack> => ({
  id,
  title,
  order,
  cardCount: cards?.length ?? 0,
});

export const toCardSummary = ({ id, title, order }: RawCard): z.output<typeof CardSummary> => ({ id, title, order });

export const toCard = (card: RawCard): z.output<typeof Card> => ({
  ...toCardSummary(card),
  description: card.description ?? '',
  stackId: card.stackId,
  archived: card.archived,
  owner: card.owner,
  duedate: card.duedate ?? null,
  done: card.done ?? null,
  labels: (card.labels ?? []).map(({ id, title }) => ({ id, title })),
  assignedUsers: (card.assignedUsers ?? []).map(({ participant }) => participant.uid),
  lastModified: new Date(card.lastModified * 1000).toISOString(),
});

/** The cards of a stack, sorted; Deck sends them unsorted. */
export const cardsOf = ({ cards }: RawStack): readonly RawCard[] =>
  (cards ?? []).toSorted((one, other) => one.order - other.order);
