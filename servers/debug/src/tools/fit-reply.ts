import { cutText } from '../engine/cut-text.ts';
import { LIMITS } from '../engine/limits.ts';

type Json = Readonly<Record<string, unknown>>;
type Found = {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string | number;
  readonly size: number;
};

/** Truncates a reply to the client's limit, and says so in it. */
export function fitReply(reply: Json, more = 'Ask for a smaller part.', most: number = LIMITS.reply): Json {
  return sizeOf(reply) <= most ? reply : shrink({ ...reply, truncated: true, more }, most);
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** What the caller has to ask for next. */
  readonly rest: { readonly truncated: true; readonly more: string } | Record<never, never>;
}

/** The room for the list of a paged reply, beside its other fields. */
const PAGE_ROOM = 8_500;

/** The items from `start` on that fit into a reply. */
export function pageOf<Item>(items: readonly Item[], start: number, filters: string): Page<Item> {
  const page = fittingPart(items.slice(start), PAGE_ROOM);
  const next = start + page.length;
  if (next >= items.length) return { items: page, rest: {} };
  return { items: page, rest: { truncated: true, more: `Call again with start: ${next}, or ${filters}.` } };
}

/** The first items that fit, at least one: for paged lists, where no item may be lost. */
export function fittingPart<Item>(items: readonly Item[], room: number): readonly Item[] {
  let left = room;
  const end = items.findIndex((item) => {
    left -= sizeOf(item) + 1;
    return left < 0;
  });
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}

/** A copy whose longest lists, then longest texts, are truncated until it fits. */
export function shrink(value: Json, most: number): Json {
  if (sizeOf(value) <= most) return value;
  // Our own copy, so it may be changed.
  const cut = structuredClone(value) as Record<string, unknown>;
  for (let rounds = 0; rounds < 200 && sizeOf(cut) > most; rounds += 1) {
    const excess = sizeOf(cut) - most;
    if (!shorten(largest(cut, isLongList), excess) && !shorten(largest(cut, isLongText), excess)) break;
  }
  return cut;
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > 1;
const isLongText = (value: unknown): boolean => typeof value === 'string' && value.length > 200;

function shorten(found: Found | undefined, excess: number): boolean {
  if (found === undefined) return false;
  const { holder, key, size } = found;
  const value = Reflect.get(holder, key) as string | unknown[];
  const share = Math.min(0.9, Math.max(0.05, excess / size));
  const keep = Math.max(1, Math.floor(value.length * (1 - share)));
  if (keep >= value.length) return false;
  Reflect.set(holder, key, typeof value === 'string' ? `${cutText(value, keep)}…` : value.slice(0, keep));
  return true;
}

/** Truncate the innermost of the largest lists: an outer list may owe its size to the one inside it. */
function largest(root: Record<string, unknown>, isMeant: (value: unknown) => boolean): Found | undefined {
  let best: Found | undefined;
  const visit = (holder: Found['holder']): void => {
    for (const [key, value] of Object.entries(holder)) {
      if (isMeant(value)) {
        const size = sizeOf(value);
        if (best === undefined || size >= best.size * 0.7) best = { holder, key, size: Math.max(size, 1) };
      }
      if (typeof value === 'object' && value !== null) visit(value as Found['holder']);
    }
  };
  visit(root);
  return best;
}
