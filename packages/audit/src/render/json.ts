import { CLIENTS } from '@toolmark/annotations';
import type { AuditOutcome, AuditReport } from '../report/report.ts';

/** The version of the JSON format. It changes when a field changes its meaning or is removed, not when one is added. */
const FORMAT_VERSION = 1;

/** The outcome for programs. Includes `clients` if requested. */
export function renderJson(outcomes: readonly AuditOutcome[], options: { readonly clients: boolean }): string {
  const document = {
    version: FORMAT_VERSION,
    reports: outcomes.flatMap((outcome) =>
      outcome.kind === 'report' ? [toJson(outcome.report, options.clients)] : [],
    ),
    failures: outcomes.flatMap((outcome) =>
      outcome.kind === 'failure' ? [{ target: outcome.target, ...outcome.failure }] : [],
    ),
    ...(options.clients ? { clients: CLIENTS.map(({ predict: _predict, ...known }) => known) } : {}),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toJson(report: AuditReport, withClients: boolean): object {
  const tools = report.tools.map(({ clients, ...tool }) => (withClients ? { ...tool, clients } : tool));
  return { ...report, tools };
}
