import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseTable } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createKit } from './index.ts';
import { testAnnotations } from './testing/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The code block that is labelled with this file name. */
function fileInReadme(name: string): string {
  const [, text] = new RegExp(`\`\`\`\\w+ file=${name}\\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
  return text ?? '';
}

describe('the README', () => {
  const server = fileURLToPath(new URL('./fixtures/readme-server.ts', import.meta.url));

  it('contains the tested server', () => {
    expect(fileInReadme('server.ts')).toBe(readFileSync(server, 'utf8'));
  });

  const createBroken = () => {
    const broken = {
      description: { summary: 'Deletes.', example: { deleted: 7 } },
      inputSchema: z.object({ id: z.string() }),
      outputSchema: z.object({ deleted: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    };
    const created = new McpServer({ name: 'notes', version: '1.0.0' });
    createKit(created).registerTool('delete_note', broken as never, () => ({ deleted: '' }));
    return created;
  };
  const message = fileInReadme('error.txt').trimEnd();

  it('quotes the error exactly', () => {
    expect(createBroken).toThrow(expect.objectContaining({ message }));
  });

  it("shows an error that the SDK's onerror reports", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const heard = Promise.withResolvers<Error>();
    const running = serveStdio(createBroken, {
      transport: new StdioServerTransport(input, output),
      onerror: heard.resolve,
    });
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await heard.promise).toMatchObject({ name: 'ToolDefinitionError', message });
    await running.close();
  });

  const table = parseTable(fileInReadme('tools.md'));
  testAnnotations(
    { describe, it },
    {
      target: { kind: 'command', command: process.execPath, args: ['--conditions=@toolmark/source', server] },
      table: table.ok ? table.value : { groups: [] },
      profile: 'openai',
      failOn: 'note',
    },
  );
});
