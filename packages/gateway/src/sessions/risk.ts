import type { RiskLeg } from '@toolmark/record';
import type { CatalogTool } from '../model/catalog.ts';

const NONE: readonly RiskLeg[] = [];
const OPEN_WORLD_WRITE: readonly RiskLeg[] = ['open_world_write'];
const PRIVATE_DATA_READ: readonly RiskLeg[] = ['private_data_read'];
const EITHER: readonly RiskLeg[] = ['private_data_read', 'untrusted_content_seen'];
const UNTRUSTED_CONTENT_SEEN: readonly RiskLeg[] = ['untrusted_content_seen'];

/**
 * Which of the three things that are dangerous together a call adds to its session: when it is `leaving` for its server, or when
 * its answer is there: `ok`, or that it `failed`.
 *
 * The *effective* hints decide, never the declared ones: anything may have tightened them, and only a person or a proof relaxed
 * them. A hint that nobody gave counts by MCP's defaults, which are the careful ones (it writes, the world is open) and are in the
 * effective value already; so a tool that says nothing is taken for one that could carry data away.
 *
 * @example
 * legsOf(tool, 'leaving') // ['open_world_write'] for a tool without annotations
 */
export function legsOf(tool: CatalogTool | undefined, moment: 'leaving' | 'ok' | 'failed'): readonly RiskLeg[] {
  // There is no such tool: nothing went anywhere.
  if (tool === undefined) return NONE;
  const { readOnlyHint, openWorldHint } = tool.resolution.hints;
  // What was written where others can read it has left the moment it was sent, whether it succeeds or an answer ever comes.
  if (moment === 'leaving') return !readOnlyHint.value && openWorldHint.value ? OPEN_WORLD_WRITE : NONE;
  // What a failure says comes from there too: a page can answer with an error, and instructions in it.
  if (moment === 'failed') return openWorldHint.value ? UNTRUSTED_CONTENT_SEEN : NONE;
  // Anybody may have written what an open world returns, instructions to the model among it; whether the call changed something
  // makes no difference to that.
  if (openWorldHint.value) {
    // A claim to read that does not count, because nobody accepted it or the server is not believed, may be true all the same.
    const mayRead = readOnlyHint.value || (readOnlyHint.source === 'default' && readOnlyHint.declared === true);
    // Where nobody said what it reads from, it may be either: somebody's data, or anybody's words.
    return mayRead && openWorldHint.source === 'default' ? EITHER : UNTRUSTED_CONTENT_SEEN;
  }
  // What is read from a closed world (files, a database) belongs to somebody. A write there returns what it did, not what is kept.
  return readOnlyHint.value ? PRIVATE_DATA_READ : NONE;
}
