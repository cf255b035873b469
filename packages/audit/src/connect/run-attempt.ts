import { err, ok, type Result } from '@toolmark/annotations';
import type { ServerTarget } from '@toolmark/reach';
import type { Attempt, AttemptFailure } from './attempts.ts';
import type { Deadline } from './deadline.ts';
import type { Fault } from './failure.ts';
import type { Inspection, InspectProgress, ServerIdentity } from './inspection.ts';
import type { InspectLimits } from './limits.ts';
import type { Link } from './link.ts';
import { listTools, type ToolListing } from './list-tools.ts';
import { openLink } from './open-link.ts';
import type { WireProblem } from './problem.ts';
import { createSession, type Session } from './session.ts';
import { EMPTY_LIST } from './tap.ts';

/** The state shared by all attempts of one inspection. */
export interface AttemptContext {
  readonly timeoutMs: number;
  readonly deadline: Deadline;
  /** Since the start of the inspection. */
  readonly elapsedMs: () => number;
  readonly limits: InspectLimits;
  readonly report: (event: InspectProgress) => void;
}

/** Connects in one particular way, lists the tools, and always closes the connection. */
export async function runAttempt(
  target: ServerTarget,
  attempt: Attempt,
  context: AttemptContext,
): Promise<Result<Inspection, AttemptFailure>> {
  const { deadline, limits, report } = context;
  report({ kind: 'connecting' });
  const opened = await openLink(target, attempt.transport === 'sse', limits);
  if (!opened.ok) return err({ ...opened.error, stderrTail: [], phase: 'connecting', discovered: false });
  const link = opened.value;
  let patienceMs = 0;
  try {
    const outcome = await connectAndList(link, attempt, context);
    // Don't wait for a failed server to close: another attempt may need the time.
    if (outcome.ok) patienceMs = deadline.remainingMs();
    return outcome;
  } finally {
    await link.close(patienceMs);
  }
}

async function connectAndList(
  link: Link,
  attempt: Attempt,
  { deadline, timeoutMs, elapsedMs, limits, report }: AttemptContext,
): Promise<Result<Inspection, AttemptFailure>> {
  const session = createSession(link, attempt, deadline, timeoutMs);
  const failed = (fault: Fault, phase: AttemptFailure['phase']) =>
    err({ ...fault, stderrTail: link.stderrTail(), phase, discovered: session.tap.discovered });

  const connected = await session.connect();
  if (!connected.ok) return failed(connected.error, 'connecting');
  const server = identityOf(session);
  const era = session.client.getProtocolEra() ?? 'legacy';
  const protocolVersion = session.client.getNegotiatedProtocolVersion() ?? '';
  report({ kind: 'connected', server, protocolVersion });

  const listing = await readTools(session, era, limits, report);
  if (!listing.ok) return failed(listing.error, 'listing');
  const { tools, pages } = listing.value;
  const problems = [
    ...(attempt.problem === undefined ? [] : [attempt.problem]),
    ...link.problems(),
    ...session.tap.problems(),
    ...listing.value.problems,
  ];
  return ok({ server, era, protocolVersion, transport: link.kind, tools, pages, problems, durationMs: elapsedMs() });
}

function identityOf({ client }: Session): ServerIdentity | undefined {
  const identity = client.getServerVersion();
  return identity && { name: identity.name, version: identity.version };
}

async function readTools(
  session: Session,
  era: Inspection['era'],
  limits: InspectLimits,
  report: AttemptContext['report'],
): Promise<Result<ToolListing, Fault>> {
  // Without the capability no client would send the request, and the server may not answer it.
  if (session.client.getServerCapabilities()?.tools === undefined) {
    return ok({ tools: [], pages: 0, problems: [UNDECLARED] });
  }
  let isKnown = true;
  const listing = await listTools({
    fetchPage: async (cursor) => {
      const page = await session.listPage(cursor);
      isKnown &&= !(page.ok && page.value === EMPTY_LIST);
      return page;
    },
    era,
    limits,
    onPage: (progress) => report({ kind: 'listing', ...progress }),
  });
  return isKnown || !listing.ok ? listing : ok({ ...listing.value, problems: [UNKNOWN] });
}

const UNDECLARED: WireProblem = {
  kind: 'no-tools',
  message: 'The server does not declare the tools capability, so no client asks it for tools.',
};

const UNKNOWN: WireProblem = {
  kind: 'no-tools',
  message: 'The server declares the tools capability but does not know tools/list; answer it, or do not declare tools.',
};
