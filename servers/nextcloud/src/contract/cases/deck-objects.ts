import { type ContractWorld, type Reply, ToolFailed } from '../contract.ts';
import { ownPrefix } from '../own-prefix.ts';

/** The objects that the cases share. */
interface DeckObjects {
  readonly boardId: unknown;
  /** Lists leave out archived cards, so these are also read one by one. */
  readonly cards: CardPlace[];
}

type CardPlace = Readonly<Record<'board_id' | 'stack_id' | 'card_id', unknown>>;

const CLEAN_UP_MS = 30_000;

const objects = new WeakMap<ContractWorld, DeckObjects>();

/** No tool deletes a board, so the boards of the run are deleted directly at the end. */
export async function beginDeck(world: ContractWorld): Promise<void> {
  world.cleanUp(() => removeOwnBoards(world));
  const { id } = await world.call('deck_create_board', { title: world.name('board'), color: '0082c9' });
  objects.set(world, { boardId: id, cards: [] });
  await createCard(world);
}

async function removeOwnBoards(world: ContractWorld): Promise<void> {
  const { boards } = await world.call('deck_get_boards');
  for (const { id, title } of boards as readonly Reply[])
    if (String(title).startsWith(ownPrefix(world)))
      await world.nextcloud.request({
        method: 'DELETE',
        path: ['index.php', 'apps', 'deck', 'api', 'v1.0', 'boards', String(id)],
        what: `board ${String(id)}`,
        signal: AbortSignal.timeout(CLEAN_UP_MS),
      });
}

export const boardOf = (world: ContractWorld): { readonly board_id: unknown } => ({
  board_id: objectsOf(world).boardId,
});

export async function createStack(world: ContractWorld) {
  const board = boardOf(world);
  const { id } = await world.call('deck_create_stack', { ...board, title: world.name('stack'), order: 1 });
  return { ...board, stack_id: id };
}

/** A card in a stack of its own, unless a stack is given. */
export async function createCard(
  world: ContractWorld,
  stack?: Awaited<ReturnType<typeof createStack>>,
): Promise<CardPlace> {
  const target = stack ?? (await createStack(world));
  const values = { title: world.name('card'), description: 'One', duedate: '2026-03-29T09:00:00Z' };
  const { id } = await world.call('deck_create_card', { ...target, ...values });
  const place = { ...target, card_id: id };
  objectsOf(world).cards.push(place);
  return place;
}

export async function createLabel(world: ContractWorld) {
  const board = boardOf(world);
  const { id } = await world.call('deck_create_label', { ...board, title: world.name('label'), color: '31cc7c' });
  return { ...board, label_id: id };
}

/** The boards that the contract created, with labels, stacks and cards. */
export async function observeDeck(world: ContractWorld): Promise<unknown> {
  const { boards } = await world.call('deck_get_boards');
  const own = (boards as readonly Reply[]).filter(({ title }) => String(title).startsWith(ownPrefix(world)));
  return {
    boards: await Promise.all(own.map(({ id }) => readBoard(world, id))),
    cards: (await Promise.all(objectsOf(world).cards.map((place) => readCard(world, place)))).flat(),
  };
}

async function readBoard({ call }: ContractWorld, board_id: unknown): Promise<Reply> {
  const { stacks } = await call('deck_get_stacks', { board_id });
  return {
    ...(await call('deck_get_board', { board_id })),
    stacks: await Promise.all(
      (stacks as readonly Reply[]).map(async (stack) => ({
        ...stack,
        ...(await call('deck_get_cards', { board_id, stack_id: stack['id'] })),
      })),
    ),
  };
}

/** Deck refuses to read a deleted card. */
async function readCard({ call }: ContractWorld, place: CardPlace): Promise<readonly Reply[]> {
  try {
    return [await call('deck_get_card', place)];
  } catch (error) {
    if (error instanceof ToolFailed && ['NOT_FOUND', 'NOT_ALLOWED'].includes(error.code)) return [];
    throw error;
  }
}

function objectsOf(world: ContractWorld): DeckObjects {
  const found = objects.get(world);
  if (found === undefined) throw new Error('The deck contract has not been set up.');
  return found;
}
