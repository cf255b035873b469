import { accessSync, constants, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { CommandTarget } from '@toolmark/reach';
import { isWithin, type LayerPlan, parseMountPoints, planLayers } from './mount-points.ts';

/** System directories: an ordinary user cannot write there, and the sandbox leaves them read-only. */
const LEFT_READ_ONLY = new Set(
  [
    'bin',
    'boot',
    'dev',
    'lib',
    'lib32',
    'lib64',
    'libx32',
    'lost+found',
    'mnt',
    'proc',
    'run',
    'sbin',
    'sys',
    'usr',
  ].map((name) => `/${name}`),
);

/** The directories of this machine in which a server could write. */
export function layersOfHost(): LayerPlan {
  const mountPoints = parseMountPoints(readFileSync('/proc/self/mountinfo', 'utf8'));
  const roots = childDirectories('/').filter((path) => !LEFT_READ_ONLY.has(path));
  return planLayers(roots, mountPoints, childDirectories);
}

function childDirectories(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(directory, entry.name));
  } catch {
    return [];
  }
}

/** The path of a program, as a shell would find it. */
export function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  if (name.includes('/')) return isExecutable(name) ? resolve(name) : undefined;
  const places = (env['PATH'] ?? '').split(delimiter).concat('/usr/sbin', '/sbin');
  return places.map((place) => join(place, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The directories that a command line names, which a sandbox must not hide. */
export function directoriesOf({ command, args = [], cwd }: CommandTarget): readonly string[] {
  const paths = [command, ...args].filter((word) => word.startsWith('/')).map((word) => dirname(word));
  return [...paths, cwd ?? process.cwd()].filter((path) => !isWithin('/', path));
}
