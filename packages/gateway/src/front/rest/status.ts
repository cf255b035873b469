import { gatewayStatusSchema } from '@toolmark/api-contract';
import { presenceProblem } from '../presence/presence-problem.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const STATUS_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/status',
    id: 'getStatus',
    tag: 'gateway',
    summary: 'The status of the gateway and its record',
    query: NO_QUERY,
    answers: { 200: { description: 'The current status.', schema: gatewayStatusSchema } },
    errors: [],
    handle: (context, deps) =>
      context.json({
        version: deps.version,
        started_at: new Date(deps.startedAt).toISOString(),
        config_file: deps.configFile,
        config_problem: deps.configProblem?.() ?? null,
        passkey_problem: presenceProblem(deps.passkeys, deps.policy.current()) ?? null,
        shared_token_file: deps.sharedToken.file() ?? null,
        record: deps.recorder.status(),
        approvals_pending: deps.approvals.pending().length,
        unreviewed_tools: deps
          .catalog()
          .tools.filter(({ resolution, curation }) => curation.enabled && resolution.unreviewed.length > 0).length,
        held_tools: deps.catalog().tools.filter((tool) => deps.standings.view(tool).state === 'held').length,
      }),
  }),
];
