/** Where a directory can be observed, and where it can only be made read-only. */
export interface LayerPlan {
  /** Directories that get a writable layer of their own. No directory lies within another. */
  readonly overlays: readonly string[];
  /** Directories whose own entries stay read-only, because a mount lies beneath them. */
  readonly denied: readonly string[];
}

/**
 * The mount points in the text of `/proc/self/mountinfo`.
 *
 * @example
 * parseMountPoints('36 35 98:0 / /mnt\\040a rw - ext4 /dev/sda rw') // ['/mnt a']
 */
export function parseMountPoints(mountInfo: string): readonly string[] {
  return mountInfo
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    .filter((path) => path !== '')
    .map((path) => path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))));
}

/** Deeper trees of mounts are left read-only. */
const MAX_DEPTH = 4;

/**
 * Chooses the directories that get an overlay. A directory with a mount beneath it cannot be a lower layer in a user
 * namespace (`failed to clone lowerpath`), so it is split into its children.
 *
 * @example
 * planLayers(['/var'], ['/', '/var/lib/docker'], listChildren)
 * // overlays: /var/log, /var/cache …; denied: /var, /var/lib
 */
export function planLayers(
  directories: readonly string[],
  mountPoints: readonly string[],
  childrenOf: (directory: string) => readonly string[],
): LayerPlan {
  const overlays: string[] = [];
  const denied: string[] = [];
  const plan = (directory: string, depth: number): void => {
    const isSplit = mountPoints.some((point) => isWithin(point, directory) && point !== directory);
    if (!isSplit) {
      overlays.push(directory);
      return;
    }
    denied.push(directory);
    if (depth >= MAX_DEPTH) return;
    for (const child of childrenOf(directory)) {
      // A mount has a file system of its own, which may be a device, a socket or a network.
      if (!mountPoints.includes(child)) plan(child, depth + 1);
    }
  };
  const outermost = directories.filter(
    (directory) => !directories.some((other) => other !== directory && isWithin(directory, other)),
  );
  for (const directory of new Set(outermost)) plan(directory, 0);
  return { overlays, denied };
}

/** Whether a path is a directory or lies within it. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}
