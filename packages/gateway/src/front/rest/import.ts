import { importAnswerSchema, importReportSchema, importRequestSchema } from '@toolmark/api-contract';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refuseEdit } from './refuse-edit.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const IMPORT_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/import',
    id: 'listImportable',
    tag: 'servers',
    summary: 'The servers that other clients of this machine are configured with',
    description: 'Nothing of theirs is ever written. Values of variables and headers are not shown.',
    query: NO_QUERY,
    answers: { 200: { description: 'By the file in which they stand.', schema: importReportSchema } },
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
    summary: 'Takes servers over from other clients',
    query: NO_QUERY,
    body: importRequestSchema,
    answers: { 200: { description: 'Which were taken, and why others were not.', schema: importAnswerSchema } },
    errors: ['conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { importer, limits }) => {
      const body = await readJsonBody(context, importRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const taken = await importer.take(body.value);
      return taken.ok ? context.json(taken.value) : refuseEdit(context, taken.error);
    },
  }),
];
