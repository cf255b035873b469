import type { Call } from '../pipeline/call.ts';
import { clientOf, eraOf, toLabel } from '../sessions/identity.ts';
import { legsOf } from '../sessions/risk.ts';
import type { Bodies } from './body/bodies.ts';
import type { BeginEntry, SessionEntry } from './entry.ts';

/** Names of tools and clients are shown in tables. */
const MAX_NAME = 200;

/** The beginning of a call. */
export function toBegin(call: Call, session: string, version: string | null, bodies: Bodies): BeginEntry {
  const { caller, tool } = call;
  return {
    kind: 'begin',
    seq: call.seq,
    id: call.id,
    session,
    version,
    server: tool?.server ?? null,
    // Of a tool that exists it is a name; of one that does not, somebody may have put anything there.
    tool: tool?.definition.name ?? labelOf(call.name, bodies) ?? '',
    class: tool?.resolution.class ?? null,
    at: call.startedAt,
    era: eraOf(caller),
    mode: caller.mode ?? 'direct',
    client: labelOf(clientOf(caller).name, bodies),
    principal: caller.principal,
    arguments: call.arguments === undefined ? null : bodies.of(call.arguments),
    summary: bodies.summary(call.arguments),
    legs: legsOf(tool, 'leaving'),
  };
}

/** What clients say of themselves is shown everywhere, so a secret in it is taken out too. */
export function withoutSecrets(entry: SessionEntry, bodies: Bodies): SessionEntry {
  return {
    ...entry,
    client: labelOf(entry.client, bodies),
    clientVersion: labelOf(entry.clientVersion, bodies),
    conversation: labelOf(entry.conversation, bodies),
  };
}

function labelOf(label: string | null, bodies: Bodies): string | null {
  return label === null ? null : toLabel(bodies.excerpt(label, MAX_NAME));
}
