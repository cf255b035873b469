import { fileURLToPath } from 'node:url';
import type { CdpSession } from '../cdp/dispatcher.ts';
import type { Protocol } from '../cdp/protocol.ts';

/** A script loaded in an isolate. */
export interface Script {
  readonly id: string;
  readonly url: string;
  /** The absolute path, or the name of a built-in module; `undefined` for unnamed code. */
  readonly file: string | undefined;
  readonly isSystem: boolean;
  readonly isLibrary: boolean;
  readonly isModule: boolean;
  readonly sourceMapUrl: string | undefined;
  readonly length: number;
  readonly endLine: number;
}

export interface ScriptTable {
  readonly add: (event: Protocol.Debugger.ScriptParsedEvent) => Script;
  readonly get: (id: string) => Script | undefined;
  /** Named scripts, the newest of each name. */
  readonly named: () => readonly Script[];
  readonly textOf: (id: string) => Promise<string | undefined>;
}

/** The name of code that the debugger evaluates, to distinguish it from the program's. */
export const OWN_URL = 'toolmark:own';

export function createScriptTable(session: CdpSession): ScriptTable {
  const scripts = new Map<string, Script>();
  const texts = new Map<string, Promise<string | undefined>>();
  return {
    add: (event) => {
      const script = toScript(event);
      // Every evaluated expression is also a script; keep only the program's.
      if (script.url !== '') scripts.set(script.id, script);
      return script;
    },
    get: (id) => scripts.get(id),
    named: () => [...new Map([...scripts.values()].map((script) => [script.url, script])).values()],
    textOf: (id) => {
      const known =
        texts.get(id) ??
        session
          .send('Debugger.getScriptSource', { scriptId: id })
          .then((answer) => (answer.ok ? answer.value.scriptSource : undefined));
      texts.set(id, known);
      return known;
    },
  };
}

function toScript(event: Protocol.Debugger.ScriptParsedEvent): Script {
  const { url } = event;
  const isSystem = url.startsWith('node:') || url.startsWith('internal/') || url.startsWith('wasm:');
  const file = fileOf(url);
  return {
    id: event.scriptId,
    url,
    file,
    isSystem,
    isLibrary: file?.includes('/node_modules/') ?? false,
    isModule: event.isModule ?? false,
    sourceMapUrl: event.sourceMapURL === '' ? undefined : event.sourceMapURL,
    length: event.length ?? 0,
    endLine: event.endLine,
  };
}

function fileOf(url: string): string | undefined {
  if (url === '' || url === OWN_URL) return undefined;
  if (!url.startsWith('file:')) return url.startsWith('/') || url.startsWith('node:') ? url : undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
