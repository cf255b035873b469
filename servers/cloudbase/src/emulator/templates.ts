import { ZipFile } from 'yazl';
import type { EmulatorReply } from './exchange.ts';
import { TEMPLATE_FILES } from './template-files.ts';

export interface Templates {
  readonly handle: (path: string) => Promise<EmulatorReply | undefined>;
}

/** Serves the zip files of the templates, created on request. */
export function createTemplates(): Templates {
  return {
    handle: async (path) => {
      const files = TEMPLATE_FILES[path.slice(1)];
      if (files === undefined) return undefined;
      return { status: 200, headers: { 'content-type': 'application/zip' }, body: await zipOf(files) };
    },
  };
}

/** Creates a zip file from texts by path. Deterministic. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(files))
    zip.addBuffer(Buffer.from(text), path, { mtime: new Date(Date.UTC(2026, 0, 1)), mode: 0o100644 });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
