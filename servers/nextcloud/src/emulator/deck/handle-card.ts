import { type EmulatorReply, type EmulatorRequest, fieldsOf, json, type World } from '../app.ts';
import type { Finder } from './find.ts';
import { denied, Refused } from './refused.ts';
import { type Board, type Card, type Stack, seconds, toDate } from './state.ts';
import { etagOf, toAssignment, toCard, toRow } from './to-wire.ts';

/** Reads, replaces and deletes a card, and runs its actions (archive, labels, assignments). */
export function handleCard(
  world: World,
  request: EmulatorRequest,
  find: Finder,
  id: number,
  action: string | undefined,
): EmulatorReply {
  const { method } = request;
  const found = find.card(id, method === 'GET' ? 'read' : 'edit');
  const { card } = found;
  if (action !== undefined) return method === 'PUT' ? runAction(world, request, find, found, action) : { status: 405 };
  switch (method) {
    case 'GET':
      return json(toCard(world, card, found, []), 200, { etag: `"${etagOf(card.lastModified)}"` });
    case 'PUT':
      replace(world, card, request);
      return json(toCard(world, card, found, null));
    case 'DELETE':
      markChanged(world, request, card);
      card.deletedAt = seconds(world);
      return json(toRow(world, card, found));
    default:
      return { status: 405 };
  }
}

interface Found {
  readonly board: Board;
  readonly stack: Stack;
  readonly card: Card;
}

function runAction(world: World, request: EmulatorRequest, find: Finder, found: Found, action: string): EmulatorReply {
  const { board, card } = found;
  const fields = fieldsOf(request);
  switch (action) {
    case 'archive':
    case 'unarchive':
      card.archived = action === 'archive';
      markChanged(world, request, card);
      return json(toRow(world, card, found));
    case 'reorder': {
      const target = find.stack(Number(fields['stackId']), 'edit');
      return json(
        reorder(found, target.stack, Number(fields['order'])).map((each) => toRow(world, each, target, 'reordered')),
      );
    }
    case 'assignLabel':
    case 'removeLabel': {
      const labelId = Number(fields['labelId']);
      if (!board.labels.some((label) => label.id === labelId)) throw denied();
      if (action === 'assignLabel') card.labels.add(labelId);
      else card.labels.delete(labelId);
      return json(null);
    }
    case 'assignUser':
      return assign(world, found, String(fields['userId']));
    case 'unassignUser': {
      const user = String(fields['userId']);
      const id = card.assignments.get(user);
      if (id === undefined) throw new Refused(404, `No assignment for ${user} found.`);
      card.assignments.delete(user);
      return json(toAssignment(world, id, user, card.id));
    }
    default:
      return { status: 404 };
  }
}

function assign(world: World, { board, card }: Found, user: string): EmulatorReply {
  if (card.assignments.has(user)) throw new Refused(400, 'The user is already assigned to the card');
  if (user !== board.owner && !board.acl.some((access) => access.user === user))
    throw new Refused(400, 'The user is not part of the board');
  const id = world.nextId();
  card.assignments.set(user, id);
  return json(toAssignment(world, id, user, card.id));
}

/** A full replace: what is missing is reset, except for `archived` and `done`. */
function replace(world: World, card: Card, request: EmulatorRequest): void {
  const fields = fieldsOf(request);
  const { title, type, owner, description, order, duedate, archived } = fields;
  for (const [name, value] of Object.entries({ title, type, owner }))
    if (typeof value !== 'string' || value === '') throw new Refused(400, `${name} must be provided`);
  if (archived === true && card.archived) throw new Refused(400, 'Operation not allowed. This card is archived.');
  card.descriptionPrev = card.description;
  card.title = String(title);
  card.owner = String(owner);
  card.description = typeof description === 'string' ? description : '';
  card.order = Number(order ?? 0);
  card.duedate = toDate(duedate);
  if (typeof archived === 'boolean') card.archived = archived;
  if ('done' in fields) card.done = toDate(fields['done']);
  markChanged(world, request, card);
}

/** Puts a card at a place in a stack, and numbers the others around it. */
function reorder({ stack, card }: Found, target: Stack, order: number): readonly Card[] {
  stack.cards = stack.cards.filter((each) => each !== card);
  const others = target.cards
    .filter((each) => each.deletedAt === 0 && !each.archived)
    .toSorted((one, other) => one.order - other.order);
  target.cards.push(card);
  card.order = order;
  for (const [index, each] of others.entries()) each.order = index < order ? index : index + 1;
  return [...others, card].toSorted((one, other) => one.order - other.order);
}

function markChanged(world: World, { user }: EmulatorRequest, card: Card): void {
  card.lastModified = seconds(world);
  card.lastEditor = user;
}
