import type { CoverageReport, Server } from '@toolmark/api-contract';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Catalog } from '../../model/catalog.ts';
import { catalogSummary } from './summary.ts';
import { toServerAuth } from './upstream-sign-in-view.ts';

/** A server in the format of the API. */
export function toServer(server: UpstreamServer, catalog: Catalog): Server {
  const status = server.status();
  const summary = catalogSummary(catalog).ofServer(server.name);
  return {
    name: server.name,
    state: status.state,
    reason: status.reason ?? null,
    since: toMoment(status.since),
    next_attempt: status.nextAttempt === undefined ? null : toMoment(status.nextAttempt),
    restarts: status.restarts,
    transport: status.transport ?? null,
    era: status.era ?? null,
    protocol_version: status.protocolVersion ?? null,
    server_info: status.serverInfo ?? null,
    in_flight: status.inFlight,
    queued: status.queued,
    prompts: summary.prompts,
    resources: summary.resources,
    resource_templates: summary.templates,
    coverage: summary.coverage,
    problems: summary.problems,
    warnings: status.warnings,
    stderr_tail: status.stderrTail,
    auth: toServerAuth(status.auth),
  };
}

/** The coverage of all servers together and of each one, including servers without tools. */
export function toCoverageReport(servers: readonly UpstreamServer[], catalog: Catalog): CoverageReport {
  const { coverage, ofServer } = catalogSummary(catalog);
  return { ...coverage, servers: servers.map(({ name }) => ({ server: name, ...ofServer(name).coverage })) };
}

const toMoment = (milliseconds: number): string => new Date(milliseconds).toISOString();
