import type { World } from '../app.ts';

export interface Board {
  readonly id: number;
  readonly owner: string;
  title: string;
  color: string;
  deletedAt: number;
  lastModified: number;
  readonly labels: Label[];
  readonly stacks: Stack[];
  readonly acl: Access[];
}

/** The rights of another user on a board. Every listed user may read it. */
interface Access {
  readonly id: number;
  readonly user: string;
  readonly mayEdit: boolean;
  readonly mayManage: boolean;
  readonly mayShare: boolean;
}

export interface Label {
  readonly id: number;
  title: string;
  color: string;
  lastModified: number;
}

export interface Stack {
  readonly id: number;
  title: string;
  order: number;
  deletedAt: number;
  lastModified: number;
  cards: Card[];
}

export interface Card {
  readonly id: number;
  readonly type: string;
  readonly createdAt: number;
  readonly labels: Set<number>;
  readonly assignments: Map<string, number>;
  title: string;
  description: string;
  descriptionPrev: string | null;
  owner: string;
  order: number;
  archived: boolean;
  done: string | null;
  duedate: string | null;
  deletedAt: number;
  lastModified: number;
  lastEditor: string | null;
}

/** The labels that Deck gives to each new board. */
const DEFAULT_LABELS = [
  ['Finished', '31CC7C'],
  ['To review', '317CCC'],
  ['Action needed', 'FF7A66'],
  ['Later', 'F1DB50'],
] as const;

export const seconds = ({ now }: World): number => Math.floor(now().getTime() / 1000);

export const newLabel = (world: World, title: string, color: string): Label => ({
  id: world.nextId(),
  title,
  color,
  lastModified: 0,
});

export const newBoard = (world: World, owner: string, title: string, color: string): Board => ({
  id: world.nextId(),
  owner,
  title,
  color,
  deletedAt: 0,
  lastModified: seconds(world),
  labels: DEFAULT_LABELS.map(([name, shade]) => newLabel(world, name, shade)),
  stacks: [],
  acl: [],
});

export const newStack = (world: World, title: string, order: number): Stack => ({
  id: world.nextId(),
  title,
  order,
  deletedAt: 0,
  lastModified: 0,
  cards: [],
});

export const newCard = (world: World, owner: string, values: Readonly<Record<string, unknown>>): Card => ({
  id: world.nextId(),
  type: typeof values['type'] === 'string' ? values['type'] : 'plain',
  createdAt: seconds(world),
  labels: new Set(),
  assignments: new Map(),
  title: String(values['title']),
  description: typeof values['description'] === 'string' ? values['description'] : '',
  descriptionPrev: null,
  owner,
  order: Number(values['order'] ?? 999),
  archived: false,
  done: null,
  duedate: toDate(values['duedate']),
  deletedAt: 0,
  lastModified: seconds(world),
  lastEditor: null,
});

/** A date as Deck writes it. */
export const toDate = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? new Date(value).toISOString().replace(/\.\d+Z$/, '+00:00') : null;

const SAMPLE = [
  ['To do', ['Write the changelog', 'Book the train']],
  ['In progress', ['Review the translations']],
  ['Done', ['Order the coffee beans']],
] as const;

/** A sample board. */
export function newSampleBoard(world: World, owner: string): Board {
  const board = newBoard(world, owner, 'Release 1.0', '0082c9');
  for (const [order, [title, cards]] of SAMPLE.entries()) {
    const stack = newStack(world, title, order);
    for (const [position, name] of cards.entries())
      stack.cards.push(newCard(world, owner, { title: name, order: position }));
    board.stacks.push(stack);
  }
  return board;
}
