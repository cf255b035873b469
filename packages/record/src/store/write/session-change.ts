import type { GatewayEvent } from '@toolmark/api-contract';
import type { BeginEntry, EndEntry, MenuEntry, RiskLeg, SessionEntry } from '../../entry.ts';
import type { Statement } from '../engine.ts';
import type { CallsTable, SessionsTable } from '../schema.ts';
import type { SessionStatements } from './session-statements.ts';

/** A session's changes in one transaction: numbers are increments, so that several gateways can share it. */
export interface SessionChange {
  /** The stored state before; `undefined` if the transaction creates it. */
  readonly before: SessionsTable | undefined;
  readonly change: SessionsTable;
  readonly servers: Set<string>;
  /** Whether something was added. */
  isCounted: boolean;
}

type Start = Pick<
  SessionsTable,
  'id' | 'principal' | 'client_name' | 'client_version' | 'conversation' | 'era' | 'mode'
>;

export function changeOf(before: SessionsTable): SessionChange {
  return { before, change: { ...before, ...NOTHING_ADDED }, servers: new Set(), isCounted: false };
}

function newSession(start: Start, at: number, instance: string): SessionChange {
  const change = {
    ...start,
    start_time: at,
    last_activity: at,
    status: 'active',
    end_time: null,
    end_reason: null,
    instance_id: instance,
    ...NOTHING_ADDED,
  };
  return { before: undefined, change, servers: new Set(), isCounted: false };
}

export function sessionOf(entry: SessionEntry, instance: string): SessionChange {
  const { id, principal, client, clientVersion, conversation, era, mode } = entry;
  const start = { id, principal, client_name: client, client_version: clientVersion, conversation, era, mode };
  return newSession(start, entry.at, instance);
}

/** Recreates a session that was deleted by age while a call was in progress. */
export function sessionOfCall(begin: BeginEntry, instance: string): SessionChange {
  const { session: id, principal, client, era, mode } = begin;
  const start = { id, principal, client_name: client, client_version: null, conversation: null, era, mode };
  return newSession(start, begin.at, instance);
}

/** Reopened by this gateway: the last one to open it closes it. */
export function open(session: SessionChange, at: number, instance: string): void {
  const { change } = session;
  Object.assign(change, { status: 'active', end_time: null, end_reason: null, instance_id: instance });
  change.last_activity = Math.max(change.last_activity, at);
}

export function close(session: SessionChange, at: number, reason: string): void {
  Object.assign(session.change, { status: 'closed', end_time: at, end_reason: reason });
}

/** Whether another gateway closed it, or closed it for this one because it seemed dead. */
export const wasClosedByOthers = ({ change }: SessionChange, instance: string): boolean =>
  change.status === 'closed' && (change.instance_id !== instance || change.end_reason === 'interrupted');

export function countBegin(session: SessionChange, begin: BeginEntry): void {
  const { change, servers } = session;
  change.tool_call_count += 1;
  if (begin.class !== null) change[`${begin.class}_calls`] += 1;
  if (begin.server !== null) servers.add(begin.server);
  touch(session, begin.at);
}

/** A started call: its risks count once it is known to have been sent. */
export function countEnd(session: SessionChange, end: EndEntry, call: BegunCall): void {
  const { change } = session;
  if (end.status === 'error') change.error_count += 1;
  if (end.approval !== null) change.approval_count += 1;
  touch(session, end.at);
  if (end.attempts > 0) run(session, legsOf(call), call.started_at);
  run(session, end.legs, call.started_at);
}

/** Unknown whether it was sent: assume so. */
export function countInterrupted(session: SessionChange, call: BegunCall): void {
  run(session, legsOf(call), call.started_at);
}

export function countMenu(session: SessionChange, menu: MenuEntry): void {
  const { change } = session;
  change.menu_tokens += menu.menuTokens;
  change.discovery_tokens += menu.discoveryTokens;
  if (change.listing_tokens === 0) change.listing_tokens = menu.listingTokens;
  session.isCounted = true;
}

export function countTokens(session: SessionChange, input: number, output: number): void {
  session.change.input_tokens += input;
  session.change.output_tokens += output;
  session.isCounted = true;
}

function touch(session: SessionChange, at: number): void {
  const { change } = session;
  change.last_activity = Math.max(change.last_activity, at);
  session.isCounted = true;
}

/** From the start of the first call with the risk. */
function run(session: SessionChange, legs: readonly RiskLeg[], startedAt: number): void {
  for (const leg of legs) {
    if (session.change[leg] !== null) continue;
    session.change[leg] = startedAt;
    session.isCounted = true;
  }
}

type BegunCall = Pick<CallsTable, 'legs' | 'started_at'>;

/** Written by `toCallRow`. */
const legsOf = ({ legs }: BegunCall): readonly RiskLeg[] => (legs === '' ? [] : (legs.split(' ') as RiskLeg[]));

/** One statement for the session, and one for each server it called. */
export function toStatements(session: SessionChange, to: SessionStatements): readonly Statement[] {
  const { before, change, servers } = session;
  if (before !== undefined && !session.isCounted && STATE.every((column) => before[column] === change[column]))
    return [];
  return [
    before === undefined ? to.create(change) : to.change(change),
    ...[...servers].map((server) => to.addServer({ session_id: change.id, server })),
  ];
}

/** Its event. The previous state was read in the same transaction, so the sum is the new state. */
export function toSessionData({ before, change }: SessionChange): GatewayEvent['data'] {
  return {
    session_id: change.id,
    status: change.status,
    tool_call_count: (before?.tool_call_count ?? 0) + change.tool_call_count,
    total_tokens:
      (before?.input_tokens ?? 0) + (before?.output_tokens ?? 0) + change.input_tokens + change.output_tokens,
  };
}

const STATE = ['status', 'end_time', 'end_reason', 'instance_id', 'last_activity'] as const;

const NOTHING_ADDED = {
  tool_call_count: 0,
  input_tokens: 0,
  output_tokens: 0,
  menu_tokens: 0,
  discovery_tokens: 0,
  listing_tokens: 0,
  read_calls: 0,
  additive_calls: 0,
  destructive_calls: 0,
  error_count: 0,
  approval_count: 0,
  private_data_read: null,
  untrusted_content_seen: null,
  open_world_write: null,
};
