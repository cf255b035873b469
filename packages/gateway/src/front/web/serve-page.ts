import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_HEADERS } from '@toolmark/base';
import { areaOf } from '../guard/paths.ts';
import { chooseEncoding, createEncoder } from './encodings.ts';
import { INDEX, type PageFile, type PageFiles } from './page-files.ts';
import { serveText } from './serve-text.ts';

/** Answers all remaining paths: with the page, its files, or 404. */
export type ServePage = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** Built files have a content hash in their name. */
const HASHED = '/assets/';

/**
 * Serves the page from memory. Unknown paths without a file are routes of the page.
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
    const encoding = chooseEncoding(file, singleValue(headers['accept-encoding']));
    const tag = `"${file.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const head = {
      ...PAGE_HEADERS,
      etag: tag,
      'cache-control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(file.isText && { vary: 'accept-encoding' }),
    };
    if (isUnchanged(tag, headers['if-none-match'])) return void response.writeHead(304, head).end();
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
      return serveText(request, response, 405, 'Only GET and HEAD are supported here.\n', { allow: 'GET, HEAD' });
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
  const index = isPageRoute(request, path) ? files.get(INDEX) : undefined;
  return index && [INDEX, index];
}

/** Whether a path is a route of the page. Tool names may contain dots, so a dot alone does not mean a file. */
function isPageRoute({ headers }: IncomingMessage, path: string): boolean {
  // Programs look up server metadata there, and must not get the page.
  if (path.startsWith(HASHED) || path.startsWith('/.well-known/') || areaOf(path) !== 'page') return false;
  const last = path.slice(path.lastIndexOf('/') + 1);
  return (
    !last.includes('.') || headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true
  );
}

/** Uses the weak comparison, as required for If-None-Match. */
function isUnchanged(tag: string, header: string | undefined): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

const singleValue = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
