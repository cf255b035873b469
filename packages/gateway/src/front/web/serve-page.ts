import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_HEADERS } from '@toolmark/base';
import { areaOf } from '../guard/paths.ts';
import { chooseEncoding, createEncoder } from './encodings.ts';
import { INDEX, type PageFile, type PageFiles } from './page-files.ts';
import { serveText } from './serve-text.ts';

/** Answers what nobody else answers: the page, its files, or that there is nothing. */
export type ServePage = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** Built files have their content in their name. */
const HASHED = '/assets/';

/**
 * Serves the page from memory. A path is looked up among the files there are; one that is no file is the page's own, which knows its
 * places itself.
 *
 * @example
 * const servePage = createPageServer(files, welcome);
 * servePage(request, response, '/tool-calls'); // index.html
 */
export function createPageServer(files: PageFiles | undefined, welcome: string): ServePage {
  const encoder = createEncoder();

  const send = async (
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    path: string,
    file: PageFile,
  ): Promise<void> => {
    const encoding = chooseEncoding(file, textOf(headers['accept-encoding']));
    const tag = `"${file.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const head = {
      ...PAGE_HEADERS,
      etag: tag,
      'cache-control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(file.isText && { vary: 'accept-encoding' }),
    };
    if (isKnown(tag, headers['if-none-match'])) return void response.writeHead(304, head).end();
    const bytes = await encoder.encode(file, encoding);
    response.writeHead(200, {
      ...head,
      'content-type': file.type,
      'content-length': bytes.length,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  };

  return (request, response, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return serveText(request, response, 405, 'Only GET and HEAD are possible here.\n', { allow: 'GET, HEAD' });
    }
    if (files === undefined && path === '/') return serveText(request, response, 200, welcome);
    const found = files && findFile(files, request, path);
    if (found === undefined) {
      return serveText(request, response, 404, `There is nothing at ${path}. The MCP endpoint is /mcp.\n`);
    }
    void send(request, response, ...found).catch(() => response.destroy());
  };
}

function findFile(files: PageFiles, request: IncomingMessage, path: string): readonly [string, PageFile] | undefined {
  const name = decodeURIComponent(path);
  const file = files.get(name);
  if (file !== undefined) return [name, file];
  const index = isPlace(request, path) ? files.get(INDEX) : undefined;
  return index && [INDEX, index];
}

/** A place in the page: what a person opens. Names of tools may have dots, so that a dot alone makes no file of it. */
function isPlace({ headers }: IncomingMessage, path: string): boolean {
  // Programs look there for what a server says of itself, and must not take the page for it.
  if (path.startsWith(HASHED) || path.startsWith('/.well-known/') || areaOf(path) !== 'page') return false;
  const last = path.slice(path.lastIndexOf('/') + 1);
  return (
    !last.includes('.') || headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true
  );
}

/** By the weak comparison, as it should be for this header. */
function isKnown(tag: string, header: string | undefined): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

const textOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
