import { resolve } from 'node:path';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import type { PolicyReplayRequest } from '@toolmark/api-contract';
import { readJsonFile } from '@toolmark/reach';

/** Reads a policy from a complete `toolmark.json`, with the caches of its servers, or from its `policy` alone. */
export async function readPolicyFile(
  file: string,
  cwd: string,
): Promise<Result<Pick<PolicyReplayRequest, 'policy' | 'cache'>, string>> {
  const path = resolve(cwd, file);
  const read = await readJsonFile(path);
  if (!read.ok) return err(`${path} ${read.error.problems.map(({ message }) => message).join('; ')}`);
  const json = read.value;
  if (!isJsonObject(json)) return err(`${path} is not a policy: give a toolmark.json, or the object of its "policy".`);
  if (!('policy' in json || 'mcpServers' in json)) return ok({ policy: json });
  return ok({ policy: json['policy'] ?? {}, cache: cachesOf(json['mcpServers']) });
}

function cachesOf(servers: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(servers)) return {};
  return Object.fromEntries(
    Object.entries(servers).flatMap(([name, entry]) =>
      isJsonObject(entry) && entry['cache'] !== undefined ? [[name, entry['cache']]] : [],
    ),
  );
}
