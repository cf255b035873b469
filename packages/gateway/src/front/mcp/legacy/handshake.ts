import {
  isInitializeRequest,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { CoreDescription } from '../../../core/core.ts';
import type { RequestMessage } from '../messages.ts';
import type { Session } from './session.ts';

/** Revisions that begin with `initialize`, the newest first. */
const REVISIONS: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS);

export const isSupportedRevision = (version: string): boolean => REVISIONS.has(version);

export const supportedRevisions = (): string => SUPPORTED_PROTOCOL_VERSIONS.join(', ');

/** The facts that a client gives about itself. */
export type Introduction = Pick<Session, 'protocolVersion' | 'client' | 'capabilities'>;

/** The facts of a client in its `initialize`; `undefined` if a field is missing that every revision requires. */
export function introductionOf(message: RequestMessage): Introduction | undefined {
  if (!isInitializeRequest(message)) return undefined;
  const { protocolVersion, clientInfo, capabilities } = message.params ?? {};
  return {
    // The client's revision if it is supported, otherwise the newest one, which the client may accept or not.
    protocolVersion: REVISIONS.has(String(protocolVersion)) ? String(protocolVersion) : LATEST_PROTOCOL_VERSION,
    client: isJsonObject(clientInfo) ? clientInfo : undefined,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
  };
}

export function welcome(protocolVersion: string, description: CoreDescription): JsonObject {
  const { serverInfo, capabilities, instructions } = description;
  return { protocolVersion, capabilities, serverInfo, ...(instructions !== undefined && { instructions }) };
}
