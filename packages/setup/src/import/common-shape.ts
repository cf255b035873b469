import { isJsonObject } from '@toolmark/annotations';
import type { RawEntry } from '../edit/edit-config.ts';

/**
 * Renames the keys of clients with their own names to those that most clients share. Other keys stay.
 *
 * @example
 * toCommonShape({ type: 'local', command: ['npx', 'x'], environment: { A: '1' } }) // { type: 'local', command: 'npx', args: ['x'], env: { A: '1' } }
 */
export function toCommonShape(raw: RawEntry): RawEntry {
  const { cmd, uri, envs, environment, requestOptions, ...rest } = raw;
  const env = rest['env'] ?? environment ?? envs;
  const url = rest['url'] ?? uri;
  const headers = rest['headers'] ?? (isJsonObject(requestOptions) ? requestOptions['headers'] : undefined);
  return {
    ...rest,
    ...commandOf(rest['command'] ?? cmd),
    ...(env !== undefined && { env }),
    ...(url !== undefined && { url }),
    ...(headers !== undefined && { headers }),
  };
}

/** Old versions of Zed nest the command and its arguments in an object; opencode has both in one list. */
function commandOf(command: unknown): RawEntry {
  if (Array.isArray(command)) return { command: command[0], args: command.slice(1) };
  if (isJsonObject(command)) return { ...command, command: command['path'] };
  return command === undefined ? {} : { command };
}
