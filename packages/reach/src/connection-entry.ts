import * as z from 'zod';

/** How to reach a server, as MCP clients write it in `mcpServers`: a command to start, or an address. */
export interface ConnectionEntry {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly type?: string | undefined;
}

const variables = '$' + '{env:NAME} and $' + '{secret:NAME} are expanded.';

/** The fields of an entry, for schemas that have more of them. */
export const connectionFields: { readonly [Key in keyof ConnectionEntry]-?: z.ZodType<ConnectionEntry[Key]> } = {
  command: z.string().min(1).optional().describe('The program to start, for a server on stdio.'),
  args: z.array(z.string()).optional().describe('Its arguments.'),
  env: z.record(z.string(), z.string()).optional().describe(`Additional environment variables. ${variables}`),
  cwd: z.string().optional().describe('The working directory, relative to this file.'),
  url: z.string().min(1).optional().describe(`The URL, for a server over HTTP. ${variables}`),
  headers: z.record(z.string(), z.string()).optional().describe(`Sent with every request. ${variables}`),
  type: z.string().optional().describe('http or sse; detected by default.'),
};

export const connectionSchema: z.ZodType<ConnectionEntry> = z.looseObject(connectionFields);
