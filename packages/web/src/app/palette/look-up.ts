import { toFailure } from '../../api/api-failure.ts';
import { get, part } from '../../api/request.ts';
import { router } from '../router.ts';

/** What an id can belong to, and the page that shows it. */
const KINDS = [
  { api: '/tool-calls', name: 'calls' },
  { api: '/sessions', name: 'session' },
  { api: '/approvals', name: 'approvals' },
] as const;

/** Opens the page of whatever has this id. Returns false if nothing has it. */
export async function openById(id: string): Promise<boolean> {
  const found = await Promise.all(
    KINDS.map(async ({ api, name }) => ((await exists(`${api}/${part(id)}`)) ? name : undefined)),
  );
  const name = found.find((one) => one !== undefined);
  if (name === undefined) return false;
  await router.push({ name, params: { id } });
  return true;
}

async function exists(path: string): Promise<boolean> {
  try {
    await get(path);
    return true;
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'not_found') return false;
    throw failure;
  }
}
