import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ModuleFacts } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import type { Script } from '../source/script-table.ts';
import { moduleNameOf } from './module-name.ts';
import { packageVersion } from './package-version.ts';

/** Every loaded script of all threads, and the loaded native code. */
export const modulesOf = (debuggee: Debuggee): readonly ModuleFacts[] => [
  ...scriptsOf(debuggee).map((script) => toModule(debuggee, script)),
  ...nativeModules(debuggee),
];

export function scriptsOf({ threads }: Debuggee): readonly Script[] {
  const scripts = [...threads.values()].flatMap((thread) => thread.scripts.named());
  const named = scripts.filter(({ file, url }) => file !== undefined || url.startsWith('wasm:'));
  return [...new Map(named.map((script) => [script.url, script])).values()];
}

function toModule(debuggee: Debuggee, script: Script): ModuleFacts {
  const { file, isSystem, url, length } = script;
  const map = file === undefined ? undefined : debuggee.maps.ofGenerated(file);
  const isTypeScript = file !== undefined && /\.[cm]?ts$/.test(file);
  const hasMap = map !== undefined;
  const detail = hasMap
    ? `source map: ${map.sources.join(', ')}`
    : isTypeScript
      ? 'TypeScript, run with its types stripped'
      : script.sourceMapUrl === undefined || script.isLibrary
        ? undefined
        : 'names a source map that cannot be read';
  return {
    name: moduleNameOf(debuggee, script),
    path: isSystem ? undefined : file,
    version: isSystem ? debuggee.facts.runtimeVersion : file === undefined ? undefined : packageVersion(file),
    isSystem,
    hasSymbols: hasMap || isTypeScript,
    symbolDetail: detail ?? (url.startsWith('wasm:') ? 'WebAssembly' : undefined),
    baseAddress: undefined,
    size: length,
  };
}

const MAX_GAP = 64n * 1024n * 1024n;

/** Node itself and its loaded addons, from the kernel's memory map. */
function nativeModules({ facts }: Debuggee): readonly ModuleFacts[] {
  const spans = new Map<string, { start: bigint; end: bigint }>();
  for (const line of mapsOf(facts.pid)) {
    const [, from, to, path] = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \S+ +(\/.*)$/.exec(line) ?? [];
    if (path === undefined || !(path.endsWith('.node') || path === facts.executable)) continue;
    const start = BigInt(`0x${from}`);
    const end = BigInt(`0x${to}`);
    const known = spans.get(path);
    // Sorted by address. A distant mapping is the file read as data, not loaded code.
    if (known === undefined) spans.set(path, { start, end });
    else if (start - known.end < MAX_GAP) known.end = end;
  }
  return [...spans].map(([path, { start, end }]) => ({
    name: basename(path),
    path,
    version: path === facts.executable ? facts.runtimeVersion : packageVersion(path),
    isSystem: path === facts.executable,
    hasSymbols: false,
    symbolDetail: 'native code',
    baseAddress: start,
    size: Number(end - start),
  }));
}

function mapsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** The files named by the debuggee: its scripts and their original sources. */
export function sourcesOf(debuggee: Debuggee): readonly string[] {
  const files = new Set<string>();
  for (const { file, isSystem } of scriptsOf(debuggee)) {
    if (file === undefined || isSystem) continue;
    files.add(file);
    for (const source of debuggee.maps.ofGenerated(file)?.sources ?? []) files.add(source);
  }
  return [...files];
}
