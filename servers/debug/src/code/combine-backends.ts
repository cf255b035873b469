import { ok } from '../result.ts';
import type { CodeBackend, Found, SymbolQuery } from './code-backend.ts';
import { languageOf } from './workspace/languages.ts';

/**
 * Several languages of one workspace as one backend: the language of a file answers for its places, and names are
 * looked for in each language, the main one first.
 */
export function combineBackends(
  main: CodeBackend,
  others: readonly CodeBackend[],
  problems: readonly string[],
): CodeBackend {
  const all = [main, ...others];
  const ofFile = (file: string): CodeBackend => all.find(({ kind }) => kind === languageOf(file)?.kind) ?? main;
  const about = async <Value>(
    query: SymbolQuery,
    ask: (backend: CodeBackend) => Promise<Found<Value>>,
  ): Promise<Found<Value>> => {
    if ('file' in query) return ask(ofFile(query.file));
    const first = await ask(main);
    let found = first;
    for (const other of others) {
      if (found.ok || found.error.code !== 'SYMBOL_NOT_FOUND') break;
      found = await ask(other);
    }
    // The main language knows best what the name may have meant.
    return found.ok || found.error.code !== 'SYMBOL_NOT_FOUND' ? found : first;
  };
  return {
    kind: main.kind,
    languages: all.map(({ kind }) => kind),
    problems,
    get projects() {
      return all.flatMap(({ projects }) => projects);
    },
    definition: (at, deadline) => ofFile(at.file).definition(at, deadline),
    usages: (of, deadline) => about(of, (backend) => backend.usages(of, deadline)),
    assignments: (of, deadline) => about(of, (backend) => backend.assignments(of, deadline)),
    diagnostics: async (project, deadline) => {
      const meant = all.find(({ projects }) => projects.some(({ name, path }) => name === project || path === project));
      if (project !== undefined) return (meant ?? main).diagnostics(project, deadline);
      const found = await Promise.all(all.map((backend) => backend.diagnostics(undefined, deadline)));
      const failed = found.find((each) => !each.ok);
      return failed === undefined || failed.ok ? ok(found.flatMap((each) => (each.ok ? each.value : []))) : failed;
    },
    close: async () => {
      await Promise.all(all.map((backend) => backend.close()));
    },
  };
}
