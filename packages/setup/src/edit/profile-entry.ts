import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, ok, type Result } from '@toolmark/annotations';
import type { ProfileRequest } from '@toolmark/api-contract';
import { type ProfileConfig, type ProfileEntry, toProfile, toValue } from '@toolmark/config';
import type { Change } from './change-config.ts';
import { type EditProblem, type ReadConfig, refuse } from './current-config.ts';
import type { RawEntry } from './edit-config.ts';
import { objectAt, removeAt, setAt } from './edit-path.ts';

const PROFILES = 'profiles';

/** The file with a profile that is what is wanted. One that is there stays as it is written where it says the same. */
export function putProfile(current: ReadConfig, name: string, request: ProfileRequest): Result<Change, EditProblem> {
  const before = entryOf(current, name) ?? {};
  return ok({ text: setAt(current.masked, [PROFILES, name], withRequest(before, request)), secrets: current });
}

/** The file without a profile. */
export function dropProfile(current: ReadConfig, name: string): Result<Change, EditProblem> {
  if (entryOf(current, name) === undefined) return refuse('missing', `There is no profile '${name}' in the config.`);
  return ok({ text: removeAt(current.masked, [PROFILES, name]), secrets: current });
}

/** What it would be, without the file. */
export const toWantedProfile = (name: string, request: ProfileRequest): ProfileConfig =>
  toProfile(name, wantedOf(request));

const KEYS = ['description', 'servers', 'tools', 'exclude', 'classes'] as const;

function withRequest(before: RawEntry, request: ProfileRequest): RawEntry {
  const wanted = wantedOf(request);
  // What it is now, to leave alone what already says so: one name or a list of one, a default or none.
  const [is, shouldBe] = [toProfile('', before), toProfile('', wanted)];
  const entry: Record<string, unknown> = { ...before };
  for (const key of KEYS) {
    if (isDeepStrictEqual(is[key], shouldBe[key])) continue;
    if (wanted[key] === undefined) delete entry[key];
    else entry[key] = wanted[key];
  }
  return entry;
}

function wantedOf({ description, servers, tools, exclude, classes }: ProfileRequest): ProfileEntry {
  return {
    ...(description !== undefined && description !== '' && { description }),
    ...(servers !== undefined && { servers }),
    ...(tools !== undefined && { tools }),
    ...(exclude !== undefined && exclude.length > 0 && { exclude }),
    ...(classes !== undefined && { classes }),
  };
}

function entryOf(current: ReadConfig, name: string): RawEntry | undefined {
  const node = objectAt(current.tree, [PROFILES, name]);
  const value = node === undefined ? undefined : toValue(node);
  return isJsonObject(value) ? value : undefined;
}
