import { describe, expect, it } from 'vitest';
import { isWithin, parseMountPoints, planLayers } from './mount-points.ts';

describe('parseMountPoints', () => {
  it('reads the mount point of each line, with its escaped characters', () => {
    const text = '22 1 254:0 / / rw - ext4 /dev/vda rw\n40 22 0:30 / /mnt/a\\040b rw shared:1 - tmpfs tmpfs rw\n';
    expect(parseMountPoints(text)).toEqual(['/', '/mnt/a b']);
  });
});

describe('planLayers', () => {
  const tree: Readonly<Record<string, readonly string[]>> = {
    '/var': ['/var/lib', '/var/log'],
    '/var/lib': ['/var/lib/docker', '/var/lib/apt'],
  };
  const childrenOf = (directory: string) => tree[directory] ?? [];

  it.each([
    ['without mounts beneath, one layer', ['/var'], ['/'], ['/var'], []],
    ['a mount of its own is a layer', ['/var'], ['/', '/var'], ['/var'], []],
    [
      'a directory with a mount beneath is split, and the mount left out',
      ['/var'],
      ['/', '/var/lib/docker'],
      ['/var/lib/apt', '/var/log'],
      ['/var', '/var/lib'],
    ],
    ['a directory within another is left out', ['/home/a', '/home'], ['/'], ['/home'], []],
  ])('%s', (_name, directories, mounts, overlays, denied) => {
    expect(planLayers(directories, mounts, childrenOf)).toEqual({ overlays, denied });
  });
});

it.each([
  ['/home/a', '/home', true],
  ['/home', '/home', true],
  ['/homes', '/home', false],
  ['/a', '/', true],
])('isWithin(%s, %s) is %s', (path, directory, expected) => {
  expect(isWithin(path, directory)).toBe(expected);
});
