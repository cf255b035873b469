import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toMessage } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import { openGateway } from '../gateway-client.ts';
import type { AskOptions } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { toSize } from '../text/amounts.ts';
import { createExportProgress, untilError } from './export-stream.ts';
import { type CallFilters, toCallQuery } from './filters.ts';

export interface ExportCallsOptions extends AskOptions, CallFilters {
  readonly format?: 'csv' | 'ndjson';
  readonly out?: string;
  readonly bodies?: boolean;
}

/** A gateway reads a piece of its store between two chunks; that takes nowhere near this. */
const SILENCE_MS = 60_000;

/** `toolmark calls export`: calls as CSV or NDJSON, oldest first, as a stream of any length. */
export async function exportCalls(options: ExportCallsOptions, io: Io): Promise<ExitCode> {
  const format = options.format ?? formatOf(options);
  const gateway = await openGateway(options, io);
  if (!gateway.ok) return refuse(gateway.error, io);
  const query = await toCallQuery(options, gateway.value);
  if (!query.ok) return refuse(query.error.message, io);
  query.value.set('format', format);
  if (options.bodies) query.value.set('bodies', 'true');
  const opened = await gateway.value.open(`/tool-calls/export?${query.value}`, {
    accept: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
    silenceMs: SILENCE_MS,
  });
  if (!opened.ok) return refuse(opened.error.message, io);
  const progress = createExportProgress(io);
  try {
    const bytes = progress.count(format === 'ndjson' ? untilError(opened.value) : opened.value);
    if (options.out === undefined) await toStdout(bytes, io.streams.stdout);
    else await toFile(bytes, resolve(io.cwd, options.out));
  } catch (error) {
    progress.done();
    // Whoever reads may stop when it has enough: toolmark calls export | head
    if (options.out === undefined && isClosedPipe(error)) return EXIT.clean;
    const where = options.out === undefined ? 'The export broke off' : `${options.out} was not written`;
    return refuse(`${where}: ${toPrintable(toMessage(error))}`, io);
  }
  progress.done();
  if (options.out === undefined) return EXIT.clean;
  const done = { out: options.out, format, bytes: progress.bytes() };
  if (options.json) io.stdout.write(`${JSON.stringify(done, null, 2)}\n`);
  else io.stderr.write(`wrote ${options.out} (${toSize(done.bytes)})\n`);
  return EXIT.clean;
}

/** What nobody said is told by the name of the file, or by --json. */
function formatOf({ out, json }: ExportCallsOptions): 'csv' | 'ndjson' {
  if (out === undefined) return json ? 'ndjson' : 'csv';
  return ['.ndjson', '.jsonl', '.json'].includes(extname(out).toLowerCase()) ? 'ndjson' : 'csv';
}

async function toStdout(bytes: AsyncIterable<Uint8Array>, stdout: Writable): Promise<void> {
  await pipeline(bytes, stdout, { end: false });
}

/** Under another name until all of it is there: half an export looks like a whole one. Only its owner may read it. */
async function toFile(bytes: AsyncIterable<Uint8Array>, file: string): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

function refuse(message: string, io: Io): ExitCode {
  io.stderr.write(io.signal.aborted ? 'Interrupted.\n' : `${message}\n`);
  return io.signal.aborted ? EXIT.interrupted : EXIT.couldNotRun;
}

const CLOSED_PIPE = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'];

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CLOSED_PIPE.includes(String(error.code));
