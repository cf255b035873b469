import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandTarget } from '@toolmark/reach';
import { listeningSockets, QUIET_ENVIRONMENT, variablesToUnset } from './environment.ts';
import { findProgram, layersOfHost } from './host.ts';
import { launcherScript, NAMESPACES, STATE } from './launcher.ts';
import type { Cell, Layer } from './sandbox.ts';

export interface OverlayOptions {
  /** Answers in place of the network and names each contact. */
  readonly capture: readonly string[] | undefined;
  /** Traces programs, connections and attempts to write; costs a factor of two in time. */
  readonly isTraced: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Opens a cell in which each change of a file lands in a layer that can be read while the server runs. */
export async function openOverlay(target: CommandTarget, options: OverlayOptions): Promise<Cell> {
  const { capture, isTraced, env = process.env } = options;
  const control = await mkdtemp(join(tmpdir(), 'toolmark-cell-'));
  const { overlays } = layersOfHost();
  const script = launcherScript({
    control,
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    overlays,
    sockets: listeningSockets(),
    hidden: ['/tmp/.X11-unix'],
    unset: variablesToUnset({ ...env, ...target.env }),
    cwd: target.cwd ?? process.cwd(),
    capture,
    isTraced,
    command: [target.command, ...(target.args ?? [])],
  });
  let layers: readonly Layer[] | undefined;
  const inside = (path: string): string | undefined => {
    const pid = readText(join(control, 'pid')).trim();
    return pid === '' ? undefined : `/proc/${pid}/root${STATE}/${path}`;
  };
  const readLayers = (): readonly Layer[] => {
    const list = inside('log/layers');
    if (list === undefined) return [];
    const mounted = readText(list).split('\n').filter(Boolean).map(Number);
    return mounted.flatMap((index) => {
      const [path, upper, merged] = [overlays[index], inside(`u/${index}`), inside(`m/${index}`)];
      return path === undefined || upper === undefined || merged === undefined ? [] : [{ path, upper, merged }];
    });
  };
  return {
    rung: 'overlay',
    channels: {
      files: 'exact',
      network: capture === undefined ? 'denied' : 'captured',
      processes: isTraced ? 'traced' : 'none',
    },
    target: {
      kind: 'command',
      command: findProgram('unshare', env) ?? 'unshare',
      args: [...NAMESPACES, 'sh', '-c', script],
      env: { ...target.env, ...QUIET_ENVIRONMENT },
      cwd: '/',
    },
    layers: () => {
      if (layers === undefined || layers.length === 0) layers = readLayers();
      return layers;
    },
    isThere: () => readLayers().length > 0,
    log: (name) => {
      const file = inside(`log/${name}`);
      return file === undefined ? '' : readText(file);
    },
    close: () => rm(control, { recursive: true, force: true }),
  };
}

/** Empty while the file does not exist: the sandbox is being built, or is gone. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
