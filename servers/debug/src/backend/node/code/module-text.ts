import { basename } from 'node:path';
import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { Debuggee } from '../debuggee.ts';
import { fail } from '../inspect/handles.ts';
import type { Script } from '../source/script-table.ts';
import { readText as readSource } from '../source/source-map.ts';
import { moduleNameOf } from './module-name.ts';
import { scriptsOf } from './modules.ts';

export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** The scripts that a name refers to: a module name, a path, the name of a source, or the end of a path. */
export function findScripts(debuggee: Debuggee, name: string): Outcome<readonly Script[]> {
  const scripts = scriptsOf(debuggee).filter(({ file }) => file !== undefined);
  const sources = ({ file = '' }: Script) => debuggee.maps.ofGenerated(file)?.sources ?? [];
  const ways: readonly ((script: Script) => boolean)[] = [
    (script) => moduleNameOf(debuggee, script) === name || script.file === name || script.url === name,
    (script) => sources(script).includes(name),
    (script) => basename(script.file ?? '') === name || sources(script).some((source) => basename(source) === name),
    (script) => script.file?.startsWith('node:') === true && script.file === `node:${name}`,
  ];
  for (const way of ways) {
    const found = scripts.filter(way);
    if (found.length > 0) return ok(found);
  }
  return fail('MODULE_NOT_FOUND', `No module '${name}' is loaded. List them with modules_list.`, { module: name });
}

/** The original source if the script was compiled, else the script itself. */
export async function sourceTextsOf(debuggee: Debuggee, script: Script): Promise<readonly SourceText[]> {
  const { file = script.url } = script;
  const map = debuggee.maps.ofGenerated(file);
  const originals = (map?.sources ?? []).flatMap((source) => {
    const text = map?.contentOf(source);
    return text === undefined ? [] : [{ file: source, text }];
  });
  if (originals.length > 0) return originals;
  // Type stripping keeps the types only in the file.
  for (const { scripts } of debuggee.threads.values()) {
    if (scripts.get(script.id)?.url !== script.url) continue;
    const text = (/\.[cm]?ts$/.test(file) ? readSource(file) : undefined) ?? (await scripts.textOf(script.id));
    if (text !== undefined) return [{ file, text }];
  }
  return [];
}
