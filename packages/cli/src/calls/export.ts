import { extname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ok, type Result, toMessage } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import { openGateway } from '../gateway-client.ts';
import type { AskOptions } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { toSize } from '../text/amounts.ts';
import { createExportProgress, untilError } from './export-stream.ts';
import { type ExportTarget, openExportTarget } from './export-target.ts';
import { type CallFilters, toCallQuery } from './filters.ts';

export interface ExportCallsOptions extends AskOptions, CallFilters {
  readonly format?: 'csv' | 'ndjson';
  readonly out?: string;
  readonly bodies?: boolean;
}

/** The gateway reads a part of its store between two chunks, which takes far less time. */
const SILENCE_MS = 60_000;

/** `toolmark calls export`: calls as CSV or NDJSON, oldest first, as a stream of any length. */
export async function exportCalls(options: ExportCallsOptions, io: Io): Promise<ExitCode> {
  const { out } = options;
  const format = options.format ?? formatOf(options);
  const gateway = await openGateway(options, io);
  if (!gateway.ok) return refuse(gateway.error, io);
  const query = await toCallQuery(options, gateway.value);
  if (!query.ok) return refuse(query.error.message, io);
  query.value.set('format', format);
  if (options.bodies) query.value.set('bodies', 'true');
  // Open the target first: a gateway does not wait until someone reads the other end of a pipe.
  const target = await targetOf(out, io);
  if (!target.ok) return refuse(`${out} was not written. ${toPrintable(target.error)}`, io);
  const opened = await gateway.value.open(`/tool-calls/export?${query.value}`, {
    accept: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
    silenceMs: SILENCE_MS,
  });
  if (!opened.ok) {
    target.value.giveUp();
    return refuse(opened.error.message, io);
  }
  const progress = createExportProgress(io);
  try {
    await target.value.write(progress.count(format === 'ndjson' ? untilError(opened.value) : opened.value));
  } catch (error) {
    progress.done();
    const isStream = target.value.kind === 'stream';
    // The reader may stop early: toolmark calls export | head
    if (isStream && isClosedPipe(error)) return EXIT.clean;
    return refuse(`${isStream ? 'The export failed' : `${out} was not written`}. ${reasonOf(error)}`, io);
  }
  progress.done();
  if (out === undefined) return EXIT.clean;
  const done = { out, format, bytes: progress.bytes() };
  if (options.json) io.stdout.write(`${JSON.stringify(done, null, 2)}\n`);
  else io.stderr.write(`wrote ${out} (${toSize(done.bytes)})\n`);
  return EXIT.clean;
}

/** Without an option, the format follows from the file name or --json. */
function formatOf({ out, json }: ExportCallsOptions): 'csv' | 'ndjson' {
  if (out === undefined) return json ? 'ndjson' : 'csv';
  return ['.ndjson', '.jsonl', '.json'].includes(extname(out).toLowerCase()) ? 'ndjson' : 'csv';
}

async function targetOf(out: string | undefined, io: Io): Promise<Result<ExportTarget, string>> {
  if (out !== undefined) return await openExportTarget(resolve(io.cwd, out), io);
  return ok({ kind: 'stream', giveUp: () => {}, write: (bytes) => pipeline(bytes, io.streams.stdout, { end: false }) });
}

function refuse(message: string, io: Io): ExitCode {
  io.stderr.write(io.signal.aborted ? 'Interrupted.\n' : `${message}\n`);
  return io.signal.aborted ? EXIT.interrupted : EXIT.couldNotRun;
}

/** The runtime's name for a lost connection is not readable. */
function reasonOf(error: unknown): string {
  const isLost = error instanceof TypeError && ['terminated', 'fetch failed', 'network error'].includes(error.message);
  if (isLost) return 'The connection to the gateway was lost before the export was complete.';
  const text = toPrintable(toMessage(error));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

const CLOSED_PIPE = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'];

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CLOSED_PIPE.includes(String(error.code));
