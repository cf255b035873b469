import { coverageReportSchema, serverListSchema, serverLogSchema, serverSchema } from '@toolmark/api-contract';
import { fail, notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findServer } from './find.ts';
import { wholeNumber } from './parameters.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { toCoverageReport, toServer } from './server-view.ts';

/** A slower restart continues in the background; the caller gets the current state and can poll. */
const RESTART_WAIT_MS = 10_000;

const NAME = { name: 'The name of a server in the config.' };

export const SERVER_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/servers',
    id: 'listServers',
    tag: 'servers',
    summary: 'All configured servers with their state',
    query: NO_QUERY,
    answers: { 200: { description: 'In the order of the config.', schema: serverListSchema } },
    errors: [],
    handle: (context, deps) => {
      const { problem } = deps.recorder.status();
      const servers = deps.servers().map((server) => toServer(server, deps.catalog()));
      const configProblem = deps.configProblem?.();
      return context.json({
        servers,
        total: servers.length,
        ...(configProblem !== undefined && { config_problem: configProblem }),
        ...(problem !== null && { record_problem: problem }),
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/servers/{name}',
    id: 'getServer',
    tag: 'servers',
    summary: 'One server',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'Its current state.', schema: serverSchema } },
    errors: ['not_found'],
    handle: (context, deps) => {
      const found = findServer(deps, context.req.param('name') ?? '');
      return found.kind === 'none'
        ? notFound(context, found.message, found.suggestions)
        : context.json(toServer(found.server, deps.catalog()));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/servers/{name}/log',
    id: 'getServerLog',
    tag: 'servers',
    summary: 'What a server printed and logged since the gateway started',
    pathParameters: NAME,
    query: {
      after: wholeNumber('Only lines after the one with this `seq`.', {
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        defaultValue: 0,
      }),
    },
    answers: { 200: { description: 'At most the last 1,000 lines, oldest first.', schema: serverLogSchema } },
    errors: ['not_found'],
    handle: (context, deps, { after }) => {
      const found = findServer(deps, context.req.param('name') ?? '');
      if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
      const lines = found.server.logAfter(after).map((line) => ({ ...line, at: new Date(line.at).toISOString() }));
      return context.json({ lines });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/servers/{name}/restart',
    id: 'restartServer',
    tag: 'servers',
    summary: 'Restarts a server',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: {
      200: { description: 'The server after the restart.', schema: serverSchema },
      202: { description: 'The restart continues in the background.', schema: serverSchema },
    },
    errors: ['not_found', 'conflict'],
    handle: (context, deps) => restart(context, context.req.param('name') ?? '', deps),
  }),
  defineRoute({
    method: 'get',
    path: '/annotations/coverage',
    id: 'getCoverage',
    tag: 'tools',
    summary: 'The coverage of declared hints',
    query: NO_QUERY,
    answers: { 200: { description: 'The total, and each server.', schema: coverageReportSchema } },
    errors: [],
    handle: (context, deps) => context.json(toCoverageReport(deps.servers(), deps.catalog())),
  }),
];

async function restart(context: RestContext, name: string, deps: RestDeps): Promise<Response> {
  const found = findServer(deps, name);
  if (found.kind === 'none') return notFound(context, found.message, found.suggestions);
  const { server } = found;
  const { state } = server.status();
  if (state === 'disabled') return fail(context, 'conflict', `Server '${name}' is disabled in the config.`);
  if (state === 'stopped') return fail(context, 'conflict', `Server '${name}' is stopping.`);
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, deps.restartWaitMs ?? RESTART_WAIT_MS, 'late');
  try {
    const outcome = await Promise.race([deps.restart(name), late]);
    return context.json(toServer(server, deps.catalog()), outcome === 'late' ? 202 : 200);
  } finally {
    clearTimeout(timer);
  }
}
