import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import type { RawClient, RawReply } from '../client/raw-client.ts';
import { isObject, type JsonObject } from '../fixtures/json.ts';
import { toolsOf } from '../fixtures/offer.ts';
import { hasExactNumbers, serialise } from '../fixtures/serialise.ts';
import { markerOf, type Subject } from '../fixtures/subject.ts';
import { orderOfKeys } from '../fixtures/tools.ts';
import { compare, type Difference, type Path } from './compare.ts';
import type { Finding, Outcome } from './finding.ts';
import type { Target } from './target.ts';

/** Far more pages than the fixture has: a proxy that always returns the same cursor must not hang the check. */
const MAX_PAGES = 50;

export interface ToolCheck {
  readonly findings: readonly Finding[];
  /** The received tools by marker, to find their current names. */
  readonly receivedByMarker: ReadonlyMap<string, JsonObject>;
}

/** Compares every tool of a set with the client's view. */
export async function checkTools(client: RawClient, target: Target, set: string): Promise<ToolCheck> {
  const subjects = toolsOf(set);
  const listed = await listAll(client, 'tools/list', 'tools');
  if (listed.kind === 'failed') {
    const findings = subjects.map(({ aspect, marker }) => ({ aspect, subject: marker, outcome: listed }));
    return { findings, receivedByMarker: new Map() };
  }
  const receivedByMarker = new Map<string, JsonObject>();
  for (const item of listed.items) receivedByMarker.set(markerOf(item) ?? '', item);
  const text = listed.replies.map((reply) => reply.text).join('\n');
  const findings = subjects.map((subject) => ({
    aspect: subject.aspect,
    subject: subject.marker,
    outcome: isLeftOut(subject, receivedByMarker)
      ? ({ kind: 'left-out' } as const)
      : judge(subject, receivedByMarker.get(subject.marker), client, target, text),
  }));
  return { findings: [...findings, ...orderOf(subjects, listed.items), ...uniqueness(listed.items)], receivedByMarker };
}

function isLeftOut({ marker, uncallable }: Subject, receivedByMarker: ReadonlyMap<string, JsonObject>): boolean {
  if (uncallable === undefined || receivedByMarker.has(marker)) return false;
  return uncallable === true || receivedByMarker.has(uncallable);
}

export type Listed =
  | { readonly kind: 'listed'; readonly items: readonly JsonObject[]; readonly replies: readonly RawReply[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Every entry of a list, over all pages. */
export async function listAll(client: RawClient, method: string, key: string): Promise<Listed> {
  const items: JsonObject[] = [];
  const replies: RawReply[] = [];
  let cursor: JsonObject = {};
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply = await client.request(method, cursor).catch((error: unknown) => String(error));
    if (typeof reply === 'string') return { kind: 'failed', message: reply };
    const result = reply.message['result'];
    const entries = isObject(result) ? result[key] : undefined;
    if (!isObject(result) || !Array.isArray(entries)) {
      return { kind: 'failed', message: JSON.stringify(reply.message['error'] ?? result).slice(0, 300) };
    }
    replies.push(reply);
    items.push(...entries.filter(isObject));
    if (typeof result['nextCursor'] !== 'string') return { kind: 'listed', items, replies };
    cursor = { cursor: result['nextCursor'] };
  }
  return { kind: 'failed', message: `more than ${MAX_PAGES} pages` };
}

function judge(
  subject: Subject,
  received: JsonObject | undefined,
  client: RawClient,
  target: Target,
  text: string,
): Outcome {
  if (received === undefined) return { kind: 'lost' };
  const sent: JsonObject = JSON.parse(serialise(subject.definition));
  const differences = compare(sent, received, subject.aspect === orderOfKeys).filter(
    (difference) => !isNameAsExpected(difference, sent, received, target) && !target.allows(difference),
  );
  if (!hasExactNumbers(subject.definition, text)) {
    return { kind: 'changed', differences: [{ path: ['_meta', 'com.example/exact'], kind: 'changed' }] };
  }
  const faults = faultsOf(sent, client);
  if (faults.length === 0) return differences.length === 0 ? { kind: 'kept' } : { kind: 'changed', differences };
  if (faultsOf(received, client).length > 0) return { kind: 'malformed' };
  const elsewhere = differences.filter((difference) => !faults.some((fault) => isRepair(difference, fault)));
  return elsewhere.length === 0 ? { kind: 'repaired' } : { kind: 'changed', differences: elsewhere };
}

function isNameAsExpected({ path }: Difference, sent: JsonObject, received: JsonObject, target: Target): boolean {
  if (path.length !== 1 || path[0] !== 'name' || typeof sent['name'] !== 'string') return false;
  const expected = target.nameOf(sent['name']);
  const name = String(received['name']);
  return typeof expected === 'string' ? name === expected : expected.test(name);
}

/** Where a definition violates the protocol, according to the SDK that most clients use. */
function faultsOf(definition: JsonObject, { era }: RawClient): readonly Path[] {
  const { error } = ToolSchema.safeParse(definition);
  const faults = (error?.issues ?? []).map(({ path }) => path.map((part) => (typeof part === 'symbol' ? '' : part)));
  // 2026-07-28 allows any schema there.
  return era === 'modern' ? faults.filter(([first]) => first !== 'outputSchema') : faults;
}

/**
 * Whether a difference is a necessary repair. Hints and the input schema may change only where they are broken; any
 * other broken field may be removed as a whole.
 */
function isRepair({ path }: Difference, fault: Path): boolean {
  const isPrefix = (short: Path, long: Path) => short.every((part, index) => long[index] === part);
  if (isPrefix(fault, path)) return true;
  const mayWithhold = fault[0] !== 'annotations' && fault[0] !== 'inputSchema';
  return mayWithhold && path.length > 0 && isPrefix(path, fault);
}

function orderOf(subjects: readonly Subject[], items: readonly JsonObject[]): readonly Finding[] {
  const arrived = items.map(markerOf);
  const present = new Set(arrived);
  const expected = subjects.map(({ marker }) => marker).filter((marker) => present.has(marker));
  const inOrder = expected.every((marker, index) => arrived[index] === marker);
  const outcome: Outcome = inOrder
    ? { kind: 'kept' }
    : { kind: 'changed', differences: [{ path: [], kind: 'reordered' }] };
  return [{ aspect: 'order of the list', subject: 'tools/list', outcome }];
}

function uniqueness(items: readonly JsonObject[]): readonly Finding[] {
  const names = items.map(({ name }) => name).filter((name) => name !== 'twin');
  const unique = new Set(names).size === names.length;
  const outcome: Outcome = unique
    ? { kind: 'kept' }
    : { kind: 'changed', differences: [{ path: ['name'], kind: 'changed' }] };
  return [{ aspect: 'names: no two become one', subject: 'tools/list', outcome }];
}
