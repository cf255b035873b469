import { readdir } from 'node:fs/promises';
import { packageOf as nodePackageOf } from '../typescript/package-of.ts';

/** The owner of a file: an installed distribution, Python itself, or pyright with its bundled stubs. */
export async function packageOf(
  file: string,
): Promise<{ readonly name: string; readonly version: string | null } | undefined> {
  const installed = /^(.*[/\\](?:site|dist)-packages)[/\\]([^/\\]+?)(?:\.pyi?)?(?:[/\\]|$)/.exec(file);
  if (installed !== null) {
    const [, folder = '', module = ''] = installed;
    return { name: module, version: await versionIn(folder, module) };
  }
  if (file.includes('/node_modules/')) return nodePackageOf(file);
  const standard = /[/\\]python(\d+\.\d+)[/\\]/.exec(file);
  return standard === null ? undefined : { name: 'python', version: standard[1] ?? null };
}

/** Every distribution has a folder `name-version.dist-info`. */
async function versionIn(folder: string, module: string): Promise<string | null> {
  const normalizedName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');
  for (const name of await readdir(folder).catch(() => [])) {
    const info = /^(.+)-([^-]+)\.(?:dist|egg)-info$/.exec(name);
    if (info !== null && normalizedName(info[1] ?? '') === normalizedName(module.replace(/-stubs$/, '')))
      return info[2] ?? null;
  }
  return null;
}
