import { importAnswerSchema, importReportSchema, importRequestSchema } from '@toolmark/api-contract';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseEdit } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const IMPORT_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/import',
    id: 'listImportable',
    tag: 'servers',
    summary: 'The servers in the configs of other clients on this machine',
    description: 'The configs of other clients are never written. Values of variables and headers are not shown.',
    query: NO_QUERY,
    answers: { 200: { description: 'The servers by file.', schema: importReportSchema } },
    errors: ['conflict'],
    handle: async (context, { importer }) => {
      const report = await importer.report();
      return report.ok ? context.json(report.value) : refuseEdit(context, report.error);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/import',
    id: 'importServers',
    tag: 'servers',
    summary: 'Imports servers from other clients',
    query: NO_QUERY,
    body: importRequestSchema,
    answers: {
      200: { description: 'The imported servers, and the reasons why others were not.', schema: importAnswerSchema },
    },
    errors: ['conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { importer, limits }) => {
      const body = await readJsonBody(context, importRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const taken = await importer.take(body.value);
      return taken.ok ? context.json(taken.value) : refuseEdit(context, taken.error);
    },
  }),
];
