import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { NextcloudError } from '../errors.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { assertScopes, type Scopes, scopeChallenge } from '../tools/scopes.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { Complete } from './completions.ts';

/** A resource, or a resource template if the address has variables in braces. */
export interface ResourceSpec {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  /** The default is JSON. */
  readonly mimeType?: string;
  /** The caller needs all of them. Without any, every signed-in caller may read the resource. */
  readonly scopes?: Scopes;
  /** Values for the template variables. */
  readonly complete?: Readonly<Record<string, Complete>>;
  readonly read: (variables: Readonly<Record<string, string>>, work: ResourceWork) => Promise<object>;
}

interface ResourceWork {
  readonly nextcloud: Nextcloud;
  readonly signal: AbortSignal;
}

/** The content of a file, for a resource that is not JSON. */
export class FileContents {
  readonly mimeType: string;
  readonly bytes: Uint8Array;

  constructor(mimeType: string, bytes: Uint8Array) {
    this.mimeType = mimeType;
    this.bytes = bytes;
  }
}

const JSON_TYPE = 'application/json';
/** The size limit of a JSON resource; files have their own limit. */
const MAX_CHARACTERS = 1024 * 1024;

/** Registers a resource. A caller without its scopes is refused, as with tools. */
export function registerResource(server: McpServer, toolbox: Toolbox, spec: ResourceSpec): void {
  const { uri, scopes } = spec;
  const read = async (
    address: URL,
    variables: Readonly<Record<string, string | string[]>>,
    context: ServerContext,
  ): Promise<ReadResourceResult> => {
    const auth = context.http?.authInfo;
    try {
      if (scopes !== undefined) assertScopes(toolbox, auth, scopes);
      const nextcloud = await toolbox.nextcloud({ auth });
      const found = await spec.read(decode(variables), { nextcloud, signal: context.mcpReq.signal });
      return { contents: [{ uri: address.href, ...toContents(found) }] };
    } catch (error) {
      throw toProtocolError(error, address.href);
    }
  };
  const { name, ...listed } = toListed(spec);
  const config = { ...listed, ...(scopes !== undefined && scopeChallenge(toolbox, scopes)) };
  if (isTemplate(spec)) server.registerResource(name, new ResourceTemplate(uri, { list: undefined }), config, read);
  else server.registerResource(name, uri, config, (address, context) => read(address, {}, context));
}

export const isTemplate = ({ uri }: Pick<ResourceSpec, 'uri'>): boolean => uri.includes('{');

/** The metadata of a resource in lists. */
export const toListed = ({
  name,
  title,
  description,
  mimeType = JSON_TYPE,
}: ResourceSpec): Required<Pick<ResourceSpec, 'name' | 'title' | 'description' | 'mimeType'>> => ({
  name,
  title,
  description,
  mimeType,
});

/** Parses an id in an address; anything else is not found. */
export function toId(text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new NextcloudError('NOT_FOUND', `'${text ?? ''}' is not an id.`);
}

function toContents(found: object): { mimeType: string; text: string } | { mimeType: string; blob: string } {
  if (found instanceof FileContents)
    return { mimeType: found.mimeType, blob: Buffer.from(found.bytes).toString('base64') };
  const text = JSON.stringify(found);
  if (text.length > MAX_CHARACTERS)
    throw new NextcloudError(
      'TOO_LARGE',
      `It is longer than ${MAX_CHARACTERS} characters. Read a part of it with a tool.`,
    );
  return { mimeType: JSON_TYPE, text };
}

function decode(variables: Readonly<Record<string, string | string[]>>): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, decodeURIComponent(String(value))]),
    );
  } catch {
    throw new NextcloudError('NOT_FOUND', 'The address is not percent-encoded.');
  }
}

/** Forwards the messages of NextcloudErrors, which are written for the caller; hides those of bugs. */
function toProtocolError(error: unknown, uri: string): ProtocolError {
  if (!(error instanceof NextcloudError))
    return new ProtocolError(ProtocolErrorCode.InternalError, 'The resource could not be read.');
  const { code, message } = error;
  if (code === 'NOT_FOUND') return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InternalError, `${code}: ${message}`, { code });
}
