import type { GatewayEvent } from '@toolmark/api-contract';
import type { BeginEntry, EndEntry, MenuEntry, RiskLeg, SessionEntry } from '../../entry.ts';
import type { Statement } from '../engine.ts';
import type { CallsTable, SessionsTable } from '../schema.ts';
import type { SessionStatements } from './session-statements.ts';

/** How a session changes in one transaction: numbers are what is added, so that gateways that share it add up. */
export interface SessionChange {
  /** As stored before; `undefined` where the transaction makes it. */
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

/** For a call whose session is gone: it was deleted for its age while a call was on its way. */
export function sessionOfCall(begin: BeginEntry, instance: string): SessionChange {
  const { session: id, principal, client, era, mode } = begin;
  const start = { id, principal, client_name: client, client_version: null, conversation: null, era, mode };
  return newSession(start, begin.at, instance);
}

/** It goes on, with this gateway: whoever opened it last closes it. */
export function open(session: SessionChange, at: number, instance: string): void {
  const { change } = session;
  Object.assign(change, { status: 'active', end_time: null, end_reason: null, instance_id: instance });
  change.last_activity = Math.max(change.last_activity, at);
}

export function close(session: SessionChange, at: number, reason: string): void {
  Object.assign(session.change, { status: 'closed', end_time: at, end_reason: reason });
}

/** Whether another gateway has closed it, or has closed it for this one, which was only slow. */
export const wasClosedByOthers = ({ change }: SessionChange, instance: string): boolean =>
  change.status === 'closed' && (change.instance_id !== instance || change.end_reason === 'interrupted');

export function countBegin(session: SessionChange, begin: BeginEntry): void {
  const { change, servers } = session;
  change.tool_call_count += 1;
  if (begin.class !== null) change[`${begin.class}_calls`] += 1;
  if (begin.server !== null) servers.add(begin.server);
  touch(session, begin.at);
}

/** The call as it began: what it runs a risk with when it leaves counts once it is known to have left. */
export function countEnd(session: SessionChange, end: EndEntry, call: BegunCall): void {
  const { change } = session;
  if (end.status === 'error') change.error_count += 1;
  if (end.approval !== null) change.approval_count += 1;
  touch(session, end.at);
  if (end.attempts > 0) run(session, legsOf(call), call.started_at);
  run(session, end.legs, call.started_at);
}

/** Nobody knows whether it has left: it is taken for one that has. */
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

/** From the beginning of the first call that ran it. */
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

/** One statement for the session, and one for each server that it called. */
export function toStatements(session: SessionChange, to: SessionStatements): readonly Statement[] {
  const { before, change, servers } = session;
  if (before !== undefined && !session.isCounted && STATE.every((column) => before[column] === change[column]))
    return [];
  return [
    before === undefined ? to.create(change) : to.change(change),
    ...[...servers].map((server) => to.addServer({ session_id: change.id, server })),
  ];
}

/** What listeners hear of it. What was stored before was read in the same transaction, so the sum is what is stored after it. */
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
