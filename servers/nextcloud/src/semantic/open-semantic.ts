import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { accountFile } from '../account/account-file.ts';
import type { ModuleName } from '../modules/module.ts';
import type { ServeOptions } from '../options.ts';
import { createSemantic, type Semantic } from './create-semantic.ts';
import { createEndpointEmbedder } from './embeddings/openai-compatible.ts';
import { createSentenceEncoder } from './embeddings/sentence-encoder.ts';
import { sourcesOf } from './sources.ts';

/** Opens semantic search with the options of the command line: in `$TOOLMARK_HOME/nextcloud/index.sqlite`, in memory for the demo. */
export function openSemantic(
  { semantic, isDemo }: Pick<ServeOptions, 'semantic' | 'isDemo'>,
  { host, modules }: { readonly host: string; readonly modules: readonly ModuleName[] },
  complain: (sentence: string) => void,
): Semantic | undefined {
  if (semantic === undefined) return undefined;
  const { endpoint } = semantic;
  return createSemantic({
    file: isDemo ? ':memory:' : join(dirname(accountFile(process.env, homedir())), 'index.sqlite'),
    host,
    sources: sourcesOf(modules),
    embedder: endpoint === undefined ? createSentenceEncoder() : createEndpointEmbedder(endpoint),
    onError: (error) =>
      complain(`documents were not indexed: ${error instanceof Error ? error.message : String(error)}`),
  });
}
