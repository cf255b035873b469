import type { CallFilter, ExportPiece, StoreReader } from '@toolmark/record';
import { badRequest } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { CALL_FILTERS, SESSION_FILTER, toCallFilter } from './call-query.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { type ExportFormat, exportFormat, exportFormats } from './export-format.ts';
import { flag, oneOf } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';

/** The number of calls in memory at a time: half a megabyte without bodies, at most 10 MiB with bodies. */
const PIECE_SIZE = 500;
const PIECE_SIZE_WITH_BODIES = 20;

/** The file need not contain calls recorded after the first piece. */
const ALREADY_STORED = true;

export const EXPORT_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/tool-calls/export',
    id: 'exportToolCalls',
    tag: 'tool-calls',
    summary: 'Calls as a file, oldest first',
    description:
      'A stream of all calls that match. If the record fails midway, NDJSON ends with an `error` line, and a CSV stream is aborted.',
    query: {
      format: oneOf('The file format; NDJSON by default.', exportFormats),
      bodies: flag('Include arguments and results.'),
      ...SESSION_FILTER,
      ...CALL_FILTERS,
    },
    answers: { 200: { description: 'The file.', types: ['application/x-ndjson', 'text/csv'] } },
    errors: ['record_unavailable'],
    handle: async (context, deps, query) => {
      const filter = toCallFilter(query, query.session_id, deps.now());
      if (!filter.ok) return badRequest(context, filter.error);
      const format = exportFormat(query.format ?? 'ndjson', query.bodies);
      const read = readPieces(filter.value, query.bodies);
      // Read the first piece before sending headers, so that an unreadable record is an error, not an empty file.
      const first = await askRecord(deps, (reader) => read(reader, undefined));
      const day = new Date(deps.now()).toISOString().slice(0, 10);
      context.header('content-type', format.contentType);
      context.header('content-disposition', `attachment; filename="toolmark-calls-${day}.${format.extension}"`);
      if (context.req.method === 'HEAD') return context.body(null);
      return context.body(toStream(context, deps, { format, read, first }));
    },
  }),
];

type ReadPiece = (reader: StoreReader, after: number | undefined) => Promise<ExportPiece>;

const readPieces =
  (filter: CallFilter, withBodies: boolean): ReadPiece =>
  (reader, after) =>
    reader.export(filter, { after, limit: withBodies ? PIECE_SIZE_WITH_BODIES : PIECE_SIZE, withBodies });

interface ExportStream {
  readonly format: ExportFormat;
  readonly read: ReadPiece;
  readonly first: ExportPiece;
}

/** Reads the next piece only when the client has taken the previous one, and stops when it disconnects. */
function toStream(
  context: RestContext,
  deps: RestDeps,
  { format, read, first }: ExportStream,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let head = format.head;
  let readNext: (() => Promise<ExportPiece>) | undefined = () => Promise.resolve(first);
  const advance = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    while (readNext !== undefined) {
      const { calls, next } = await readNext();
      // The stream may have been cancelled meanwhile.
      if (readNext === undefined) return;
      readNext = next === undefined ? undefined : () => askRecord(deps, (reader) => read(reader, next), ALREADY_STORED);
      const text = head + calls.map(format.line).join('');
      head = '';
      if (text === '') continue;
      controller.enqueue(encoder.encode(text));
      return;
    }
    controller.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => advance(controller).catch((error) => abortExport(context, controller, format, error)),
      cancel: () => {
        readNext = undefined;
      },
    },
    { highWaterMark: 0 },
  );
}

/** Marks the file as incomplete: a normal end would look complete. */
function abortExport(
  context: RestContext,
  controller: ReadableStreamDefaultController<Uint8Array>,
  { errorLine }: ExportFormat,
  error: unknown,
): void {
  const { outgoing } = context.env;
  if (errorLine !== undefined) {
    controller.enqueue(new TextEncoder().encode(errorLine('The record could not be read to its end.')));
    controller.close();
  } else if (outgoing === undefined) controller.error(error);
  else outgoing.destroy();
}
