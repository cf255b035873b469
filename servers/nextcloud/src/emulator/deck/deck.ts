import {
  after,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  fieldsOf,
  json,
  type World,
} from '../app.ts';
import { Finder, mayOn } from './find.ts';
import { handleCard } from './handle-card.ts';
import { denied, Refused } from './refused.ts';
import { type Board, newBoard, newCard, newLabel, newSampleBoard, newStack, seconds } from './state.ts';
import { etagOf, toBoard, toCard, toLabel, toStack } from './to-wire.ts';

/** The Deck app, version 1.0 of its API. */
export function createDeckApp(world: World): EmulatorApp {
  const boards = new Map<number, Board>();
  const add = (board: Board): Board => {
    boards.set(board.id, board);
    return board;
  };
  if (world.hasSamples) for (const user of world.users.keys()) add(newSampleBoard(world, user));

  const handle = (request: EmulatorRequest, rest: readonly string[]): EmulatorReply => {
    const { user, method } = request;
    const [, boardId, kind, id, inner, cardId, action] = rest;
    const find = new Finder(boards, user);
    if (boardId === undefined) {
      if (method === 'GET') return listBoards(world, boards, user);
      const { title, color } = textsOf(request, 'title', 'color');
      return json(toBoard(world, add(newBoard(world, user, title, color)), user, 'new'));
    }
    if (kind === undefined) return handleBoard(world, request, find, Number(boardId));
    const board = find.board(Number(boardId), method === 'GET' ? 'read' : 'edit');
    if (kind === 'labels') return handleLabels(world, request, board, id);
    if (kind === 'acl' && method === 'POST') return share(world, request, find, board.id);
    if (kind !== 'stacks') return { status: 404 };
    if (inner === undefined) return handleStacks(world, request, find, board, id);
    if (inner !== 'cards') return { status: 404 };
    if (cardId !== undefined) return handleCard(world, request, find, Number(cardId), action);
    const { stack } = find.stack(Number(id), 'edit');
    const card = newCard(world, user, { ...fieldsOf(request), ...textsOf(request, 'title') });
    stack.cards.push(card);
    return json(toCard(world, card, { board, stack }, null));
  };
  return {
    name: 'deck',
    snapshot: () => [...boards.values()].filter(({ deletedAt }) => deletedAt === 0).map(visibleOf),
    handle: (request) => {
      const rest = after(request.path, 'apps', 'deck', 'api', 'v1.0');
      if (rest?.[0] !== 'boards') return undefined;
      try {
        return handle(request, rest);
      } catch (error) {
        if (error instanceof Refused) return error.toReply();
        throw error;
      }
    },
  };
}

function listBoards(world: World, boards: ReadonlyMap<number, Board>, user: string): EmulatorReply {
  // Deleted boards stay in the list, with the time when they were deleted.
  const own = [...boards.values()].filter((board) => mayOn(board, user, 'read'));
  const etag = etagOf(Math.max(0, ...own.map(({ lastModified }) => lastModified)));
  return json(
    own.map((board) => toBoard(world, board, user, 'listed')),
    200,
    { etag: `"${etag}"` },
  );
}

function handleBoard(world: World, request: EmulatorRequest, find: Finder, id: number): EmulatorReply {
  const { method, user } = request;
  const board = find.board(id, method === 'GET' ? 'read' : 'manage');
  if (method === 'GET')
    return json(toBoard(world, board, user, 'whole'), 200, { etag: `"${etagOf(board.lastModified)}"` });
  if (method !== 'DELETE') return { status: 405 };
  board.deletedAt = board.lastModified = seconds(world);
  return json(toBoard(world, board, user, 'whole'));
}

function handleStacks(
  world: World,
  request: EmulatorRequest,
  find: Finder,
  board: Board,
  id: string | undefined,
): EmulatorReply {
  const { method } = request;
  if (method === 'GET' && (id === undefined || id === 'archived'))
    return json(
      board.stacks
        .filter(({ deletedAt }) => deletedAt === 0)
        .map((stack) => withCards(world, board, stack, id === 'archived')),
    );
  if (id === undefined) {
    const { title } = textsOf(request, 'title');
    const stack = newStack(world, title, Number(fieldsOf(request)['order'] ?? 999));
    board.stacks.push(stack);
    return json(toStack(stack, board.id));
  }
  const { stack, board: own } = find.stack(Number(id), method === 'GET' ? 'read' : 'edit');
  switch (method) {
    case 'GET':
      return json(withCards(world, own, stack, false));
    case 'PUT':
      stack.title = textsOf(request, 'title').title;
      stack.order = Number(fieldsOf(request)['order'] ?? 0);
      stack.lastModified = seconds(world);
      return json(toStack(stack, own.id));
    case 'DELETE':
      stack.deletedAt = seconds(world);
      return json(toStack(stack, own.id));
    default:
      return { status: 405 };
  }
}

function handleLabels(world: World, request: EmulatorRequest, board: Board, id: string | undefined): EmulatorReply {
  const { method } = request;
  const label = board.labels.find((each) => each.id === Number(id));
  if (id !== undefined && label === undefined) throw denied();
  if (method === 'GET' && label !== undefined) return json(toLabel(label, board.id));
  if (method === 'DELETE' && label !== undefined) {
    board.labels.splice(board.labels.indexOf(label), 1);
    for (const { cards } of board.stacks) for (const card of cards) card.labels.delete(label.id);
    return json(toLabel(label, board.id));
  }
  if (method !== (label === undefined ? 'POST' : 'PUT')) return { status: 405 };
  const { title, color } = textsOf(request, 'title', 'color');
  if (board.labels.some((each) => each !== label && each.title === title))
    throw new Refused(400, 'title must be unique');
  if (label === undefined) {
    const added = newLabel(world, title, color);
    board.labels.push(added);
    return json(toLabel(added, board.id, null));
  }
  Object.assign(label, { title, color, lastModified: seconds(world) });
  return json(toLabel(label, board.id));
}

function share(world: World, request: EmulatorRequest, find: Finder, boardId: number): EmulatorReply {
  const board = find.board(boardId, 'share');
  const { participant, permissionEdit, permissionManage, permissionShare } = fieldsOf(request);
  const access = {
    id: world.nextId(),
    user: String(participant),
    mayEdit: permissionEdit === true,
    mayManage: permissionManage === true,
    mayShare: permissionShare === true,
  };
  board.acl.push(access);
  return json({ id: access.id, boardId, type: 0, permissionEdit, permissionShare, permissionManage, owner: false });
}

const withCards = (world: World, board: Board, stack: Board['stacks'][number], archived: boolean): object =>
  toStack(
    stack,
    board.id,
    stack.cards
      .filter((card) => card.deletedAt === 0 && card.archived === archived)
      .toSorted((one, other) => one.order - other.order)
      .map((card) => toCard(world, card, { board, stack }, null)),
  );

/** Members that are required and must not be empty. */
function textsOf<Name extends string>(
  request: EmulatorRequest,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> {
  const fields = fieldsOf(request);
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'string' || value === '') throw new Refused(400, `${name} must be provided`);
    texts[name] = value;
  }
  // The loop has checked that every value is a string.
  return texts as Record<Name, string>;
}

const visibleOf = ({ id, owner, title, color, labels, acl, stacks }: Board): object => ({
  id,
  owner,
  title,
  color,
  labels: labels.map((label) => ({ id: label.id, title: label.title, color: label.color })),
  users: acl.map(({ user }) => user),
  stacks: stacks
    .filter(({ deletedAt }) => deletedAt === 0)
    .map((stack) => ({
      id: stack.id,
      title: stack.title,
      order: stack.order,
      cards: stack.cards
        .filter(({ deletedAt }) => deletedAt === 0)
        .map((card) => ({
          id: card.id,
          title: card.title,
          description: card.description,
          type: card.type,
          owner: card.owner,
          order: card.order,
          archived: card.archived,
          done: card.done,
          duedate: card.duedate,
          labels: [...card.labels].toSorted((one, other) => one - other),
          assignments: [...card.assignments.keys()].toSorted(),
        })),
    })),
});
