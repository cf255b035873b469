import { curationListSchema, profileListSchema, toolListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient } from '../gateway-client.ts';
import { plural } from '../text/amounts.ts';
import type { Check } from './check.ts';

/** Profiles and changed tools without effect, because what they name does not exist. */
export async function checkUnusedSettings(client: GatewayClient): Promise<readonly Check[]> {
  return [...(await checkProfiles(client)), ...(await checkCurations(client))];
}

async function checkProfiles(client: GatewayClient): Promise<readonly Check[]> {
  const answer = await client.request('GET', '/profiles', profileListSchema);
  if (!answer.ok) return [];
  const { profiles } = answer.value.value;
  const doubtful = profiles.flatMap(({ name, problems }) =>
    problems.map((problem): Check => {
      const message = `The profile '${safeText(name)}': ${safeText(problem)}`;
      return { name: 'profiles', state: 'warning', message, fix: `toolmark profiles show ${name}` };
    }),
  );
  if (doubtful.length > 0 || profiles.length === 0) return doubtful;
  return [{ name: 'profiles', state: 'ok', message: plural(profiles.length, 'profile') }];
}

/** More tools than anyone has; further ones are not checked. */
const MAX_TOOLS = 1_000;

async function checkCurations(client: GatewayClient): Promise<readonly Check[]> {
  const answer = await client.request('GET', '/curations', curationListSchema);
  const { curations } = answer.ok ? answer.value.value : { curations: [] };
  const exact = curations.filter(({ server, tool }) => !`${server}${tool}`.includes('*'));
  if (exact.length === 0) return [];
  const listed = await client.request('GET', `/tools?limit=${MAX_TOOLS}`, toolListSchema);
  if (!listed.ok || listed.value.value.total > MAX_TOOLS) return [];
  const { tools } = listed.value.value;
  const doubtful = exact.flatMap(({ server, tool, name }): readonly Check[] => {
    const found = tools.find((candidate) => candidate.server === server && candidate.name === tool);
    const what = `${safeText(server)}/${safeText(tool)}`;
    if (found === undefined) {
      const message = `${what} was changed, but does not exist: its server has no such tool, or is not connected.`;
      return [{ name: 'tools', state: 'warning', message, fix: 'toolmark tools curations' }];
    }
    if (name === null || found.exposed_name.includes(name)) return [];
    const message = `${what} cannot be called '${safeText(name)}', because another tool of its server has that name.`;
    return [{ name: 'tools', state: 'warning', message, fix: `toolmark tools rename ${what} ANOTHER-NAME` }];
  });
  return doubtful.length > 0
    ? doubtful
    : [{ name: 'tools', state: 'ok', message: `${plural(exact.length, 'tool')} changed for clients` }];
}
