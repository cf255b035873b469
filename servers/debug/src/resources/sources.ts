import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { Engine } from '../engine/engine.ts';
import { SOURCE_TEMPLATE } from './uris.ts';

const LARGEST = 1_048_576;

/**
 * Serves source files, but only those named by the program's own debug information: a client that may inspect a program
 * may read its sources, but no other file.
 */
export function registerSources(server: McpServer, engine: Engine): void {
  const template = new ResourceTemplate(SOURCE_TEMPLATE, { list: undefined });
  const config = {
    title: 'Source File',
    description: 'A source file of the program that is being debugged.',
    mimeType: 'text/plain',
  };
  server.registerResource('source', template, config, async (uri, { file }) => {
    const asked = decode(String(file));
    const sources = await engine.whileLive({ code: 'QUERY_FAILED' }, ({ backend }) => backend.sources());
    if (!sources.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, sources.error.message);
    if (asked === undefined || !(await isNamed(asked, sources.value))) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: typeOf(asked), text: await readSource(asked, uri.href) }] };
  });
}

/** The same file through a link counts as named, too. */
async function isNamed(file: string, sources: readonly string[]): Promise<boolean> {
  if (sources.includes(file)) return true;
  const real = await realPath(file);
  if (real === undefined) return false;
  if (sources.includes(real)) return true;
  const alike = sources.filter((source) => basename(source) === basename(file) || basename(source) === basename(real));
  return (await Promise.all(alike.map(realPath))).includes(real);
}

const realPath = (file: string): Promise<string | undefined> => realpath(file).catch(() => undefined);

async function readSource(file: string, uri: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  if (facts === undefined || !facts.isFile()) throw new ResourceNotFoundError(uri);
  if (facts.size > LARGEST) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${file} has ${facts.size} bytes; at most ${LARGEST} are shown.`,
    );
  }
  return readFile(file, 'utf8');
}

function decode(file: string): string | undefined {
  try {
    return decodeURIComponent(file);
  } catch {
    return undefined;
  }
}

function typeOf(file: string): string {
  return (
    { '.js': 'text/javascript', '.mjs': 'text/javascript', '.cjs': 'text/javascript', '.py': 'text/x-python' }[
      extname(file)
    ] ?? 'text/plain'
  );
}
