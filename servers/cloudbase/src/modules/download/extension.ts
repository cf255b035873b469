import { extname } from 'node:path/posix';

const BY_TYPE: Readonly<Record<string, string>> = {
  'text/plain': '.txt',
  'text/html': '.html',
  'text/css': '.css',
  'text/csv': '.csv',
  'text/markdown': '.md',
  'text/xml': '.xml',
  'application/xml': '.xml',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'image/x-icon': '.ico',
  'font/woff2': '.woff2',
  'audio/mpeg': '.mp3',
  'video/mp4': '.mp4',
};

/** Safe extensions only: none that a system would execute on opening. */
const SAFE: ReadonlySet<string> = new Set([
  ...Object.values(BY_TYPE),
  ...['.jpeg', '.htm', '.js', '.mjs', '.ts', '.yaml', '.yml', '.gz', '.tgz', '.tar', '.woff', '.ttf', '.wav', '.webm'],
  ...['.docx', '.xlsx', '.pptx', '.avif', '.bmp'],
]);

/** Chooses an extension by the content type, else by the name in the URL; `.bin` if both are unknown or unsafe. */
export function extensionOf(contentType: string, url: URL): string {
  const byType = Object.hasOwn(BY_TYPE, contentType) ? BY_TYPE[contentType] : undefined;
  if (byType !== undefined) return byType;
  const named = extname(url.pathname).toLowerCase();
  return SAFE.has(named) ? named : '.bin';
}
