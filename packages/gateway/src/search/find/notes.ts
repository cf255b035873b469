import type { LeftOut } from '@toolmark/api-contract';
import { suggest } from '@toolmark/base';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Barrier } from './barrier.ts';
import type { Question } from './retrieve.ts';
import type { View, ViewedServer } from './view.ts';

export interface Noted {
  readonly question: Pick<Question, 'server' | 'query'>;
  readonly view: Pick<View, 'servers'>;
  readonly tools: readonly CatalogTool[];
  readonly barriers: readonly (Barrier | undefined)[];
  readonly leftOut: readonly LeftOut[];
}

/** More would cost more than it tells. */
const MOST_BARRIERS = 5;
const MOST_SERVERS = 5;

/** What whoever asked should know besides what was found. */
export function notesOf(noted: Noted): readonly string[] {
  return [...barrierNotes(noted), ...noted.leftOut.map(filterNote), ...serverNotes(noted), ...emptyNotes(noted)];
}

function barrierNotes({ tools, barriers }: Noted): readonly string[] {
  const met = tools.flatMap(({ exposed }, index) => {
    const barrier = barriers[index];
    return barrier === undefined ? [] : [`${exposed} ${barrier.sentence}`];
  });
  if (met.length <= MOST_BARRIERS) return met;
  return [
    ...met.slice(0, MOST_BARRIERS),
    `${met.length - MOST_BARRIERS} more of these cannot be called now; describe_tool says why.`,
  ];
}

function filterNote({ filter, count, undeclared, best }: LeftOut): string {
  const names = best.join(', ');
  const some = count > best.length ? `${names} and others` : names;
  const by = filter === 'ceiling' ? 'Beyond what this token may call' : `Left out by ${filter}`;
  const unsaid =
    undeclared === 0
      ? ''
      : ` ${undeclared === count ? 'Nobody declared' : `Of ${undeclared} nobody declared`} what they do, so the worst is assumed; a person can set it: toolmark tools override.`;
  return `${by}: ${count} of the best matches (${some}).${unsaid}`;
}

function serverNotes({ question, view }: Noted): readonly string[] {
  const { server: wanted } = question;
  if (wanted !== undefined && !view.servers.some(({ name }) => name === wanted)) {
    const names = view.servers.map(({ name }) => name);
    const near = suggest(wanted, names);
    const known =
      near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${names.slice(0, 20).join(', ')}.`;
    return [`There is no server '${wanted.slice(0, 80)}'. ${known}`];
  }
  // What is known of a server that is away was searched; of these there is nothing to search.
  const unseen = view.servers.filter(
    ({ name, status, tools }) =>
      tools === 0 &&
      status.state !== 'ready' &&
      status.state !== 'disabled' &&
      (wanted === undefined || wanted === name),
  );
  if (unseen.length <= MOST_SERVERS) return unseen.map(unseenNote);
  const [first, rest] = [unseen.slice(0, MOST_SERVERS), unseen.slice(MOST_SERVERS)];
  return [...first.map(unseenNote), `${rest.length} more servers could not be searched: they are not connected.`];
}

function unseenNote({ name, status, wantsSignIn }: ViewedServer): string {
  if (wantsSignIn)
    return `Server '${name}' was not searched: somebody has to sign in first, with toolmark servers login ${name}`;
  const why = status.reason === undefined ? 'it is being connected.' : status.reason;
  return `Server '${name}' was not searched: it is not connected (${status.state}): ${why}`;
}

function emptyNotes({ question, tools, leftOut, view }: Noted): readonly string[] {
  if (tools.length > 0) return [];
  if (leftOut.length > 0) return ['Nothing is left. Ask again without the filters to see what there is.'];
  const names = view.servers.filter((server) => server.tools > 0).map(({ name, tools: count }) => `${name} (${count})`);
  if (names.length === 0) return ['No server offers any tool to you now.'];
  const what =
    question.query.trim() === ''
      ? 'Ask in a few words what should be done.'
      : 'Nothing fits. Try other words for what should be done and to what.';
  return [`${what} Servers with tools: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`];
}
