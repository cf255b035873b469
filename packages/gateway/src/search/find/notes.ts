import type { LeftOut } from '@toolmark/api-contract';
import { suggest } from '@toolmark/base';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Barrier } from './barrier.ts';
import type { Question } from './retrieve.ts';
import type { View, ViewedServer } from './view.ts';

export interface NotesInput {
  readonly question: Pick<Question, 'server' | 'query'>;
  readonly view: Pick<View, 'servers'>;
  readonly tools: readonly CatalogTool[];
  readonly barriers: readonly (Barrier | undefined)[];
  readonly leftOut: readonly LeftOut[];
}

/** More notes would cost more tokens than they are worth. */
const MAX_BARRIERS = 5;
const MAX_SERVERS = 5;

/** Notes for the caller beside the found tools. */
export function composeNotes(input: NotesInput): readonly string[] {
  return [...barrierNotes(input), ...input.leftOut.map(filterNote), ...serverNotes(input), ...emptyNotes(input)];
}

function barrierNotes({ tools, barriers }: NotesInput): readonly string[] {
  const met = tools.flatMap(({ exposed }, index) => {
    const barrier = barriers[index];
    return barrier === undefined ? [] : [`${exposed} ${barrier.sentence}`];
  });
  if (met.length <= MAX_BARRIERS) return met;
  return [
    ...met.slice(0, MAX_BARRIERS),
    `${met.length - MAX_BARRIERS} more of these cannot be called now; describe_tool has the reasons.`,
  ];
}

function filterNote({ filter, count, undeclared, best }: LeftOut): string {
  const names = best.join(', ');
  const some = count > best.length ? `${names} and others` : names;
  const by = filter === 'ceiling' ? 'Above the ceiling of this token' : `Excluded by ${filter}`;
  const undeclaredNote =
    undeclared === 0
      ? ''
      : ` ${undeclared === count ? 'They declare' : `${undeclared} of them declare`} no hints for this, so the worst is assumed; a person can set hints: toolmark tools override.`;
  return `${by}: ${count} of the best matches (${some}).${undeclaredNote}`;
}

function serverNotes({ question, view }: NotesInput): readonly string[] {
  const { server: wanted } = question;
  if (wanted !== undefined && !view.servers.some(({ name }) => name === wanted)) {
    const names = view.servers.map(({ name }) => name);
    const near = suggest(wanted, names);
    const known = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Servers: ${names.slice(0, 20).join(', ')}.`;
    return [`There is no server '${wanted.slice(0, 80)}'. ${known}`];
  }
  // Known tools of a disconnected server were searched; these servers have no known tools.
  const unsearched = view.servers.filter(
    ({ name, status, tools }) =>
      tools === 0 &&
      status.state !== 'ready' &&
      status.state !== 'disabled' &&
      (wanted === undefined || wanted === name),
  );
  if (unsearched.length <= MAX_SERVERS) return unsearched.map(unsearchedNote);
  const [first, rest] = [unsearched.slice(0, MAX_SERVERS), unsearched.slice(MAX_SERVERS)];
  return [
    ...first.map(unsearchedNote),
    `${rest.length} more servers were not searched, because they are not connected.`,
  ];
}

function unsearchedNote({ name, status, wantsSignIn }: ViewedServer): string {
  if (wantsSignIn) return `Server '${name}' was not searched: it needs a sign-in with toolmark servers login ${name}`;
  const why = status.reason === undefined ? 'it is connecting.' : status.reason;
  return `Server '${name}' was not searched: it is not connected (${status.state}): ${why}`;
}

function emptyNotes({ question, tools, leftOut, view }: NotesInput): readonly string[] {
  if (tools.length > 0) return [];
  if (leftOut.length > 0) return ['No tool passes the filters. Ask again without them.'];
  const names = view.servers.filter((server) => server.tools > 0).map(({ name, tools: count }) => `${name} (${count})`);
  if (names.length === 0) return ['No tools are available to you at present.'];
  const what =
    question.query.trim() === '' ? 'Describe the task in a few words.' : 'No matches. Try other words for the task.';
  return [`${what} Servers with tools: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`];
}
