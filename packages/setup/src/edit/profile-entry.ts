import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, ok, type Result } from '@toolmark/annotations';
import type { ProfileRequest } from '@toolmark/api-contract';
import { type ProfileConfig, type ProfileEntry, toProfile, toValue } from '@toolmark/config';
import type { Change } from './change-config.ts';
import { type EditProblem, type ReadConfig, refuse } from './current-config.ts';
import type { RawEntry } from './edit-config.ts';
import { objectAt, removeAt, setAt } from './edit-path.ts';

const PROFILES = 'profiles';

/** Sets a profile. An existing one is not rewritten if it has the same meaning. */
export function putProfile(current: ReadConfig, name: string, request: ProfileRequest): Result<Change, EditProblem> {
  const before = findProfile(current, name) ?? {};
  return ok({ text: setAt(current.masked, [PROFILES, name], withRequest(before, request)), secrets: current });
}

/** Removes a profile. */
export function removeProfile(current: ReadConfig, name: string): Result<Change, EditProblem> {
  if (findProfile(current, name) === undefined)
    return refuse('missing', `There is no profile '${name}' in the config.`);
  return ok({ text: removeAt(current.masked, [PROFILES, name]), secrets: current });
}

/** The profile of a request, without the file. */
export const toRequestedProfile = (name: string, request: ProfileRequest): ProfileConfig =>
  toProfile(name, toEntry(request));

const KEYS = ['description', 'servers', 'tools', 'exclude', 'classes'] as const;

function withRequest(before: RawEntry, request: ProfileRequest): RawEntry {
  const wanted = toEntry(request);
  // Compare parsed values, so that equivalent forms stay: one name or a list of one, a default or a missing key.
  const [current, requested] = [toProfile('', before), toProfile('', wanted)];
  const entry: Record<string, unknown> = { ...before };
  for (const key of KEYS) {
    if (isDeepStrictEqual(current[key], requested[key])) continue;
    if (wanted[key] === undefined) delete entry[key];
    else entry[key] = wanted[key];
  }
  return entry;
}

function toEntry({ description, servers, tools, exclude, classes }: ProfileRequest): ProfileEntry {
  return {
    ...(description !== undefined && description !== '' && { description }),
    ...(servers !== undefined && { servers }),
    ...(tools !== undefined && { tools }),
    ...(exclude !== undefined && exclude.length > 0 && { exclude }),
    ...(classes !== undefined && { classes }),
  };
}

function findProfile(current: ReadConfig, name: string): RawEntry | undefined {
  const node = objectAt(current.tree, [PROFILES, name]);
  const value = node === undefined ? undefined : toValue(node);
  return isJsonObject(value) ? value : undefined;
}
