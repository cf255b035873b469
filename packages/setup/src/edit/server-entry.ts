import { err, ok, type Result } from '@toolmark/annotations';
import type { NewServerRequest, ServerEntryRequest, ServerEntryView } from '@toolmark/api-contract';
import { isServerName, parseJsonText } from '@toolmark/config';
import type { Change } from './change-config.ts';
import { keyedHash } from './config-file.ts';
import { type EditProblem, type ReadConfig, refuse, serversIn } from './current-config.ts';
import { removeServer, renameServer, serverNode, setServer } from './edit-config.ts';
import { maskText } from './mask.ts';

/** A server in the file, without its secrets. */
export function viewEntry(current: ReadConfig, name: string, key: string): Result<ServerEntryView, EditProblem> {
  const node = serverNode(current.tree, name);
  const shown = parseJsonText(current.masked);
  const found = shown.ok ? serversIn(shown.value.value).find((each) => each.name === name) : undefined;
  if (node === undefined || found === undefined) return missingServer(name);
  const source = current.text.slice(node.offset, node.offset + node.length);
  return ok({ name, entry: found.entry, hash: keyedHash(source, key) });
}

/** Adds a server. */
export function addServer(current: ReadConfig, { name, entry }: NewServerRequest): Result<Change, EditProblem> {
  const problem = nameProblem(current, name);
  if (problem !== undefined) return err(problem);
  return ok({ text: setServer(current.masked, name, entry), secrets: current, subject: name });
}

/** Changes a server. Renaming keeps its secrets. */
export function changeServer(
  current: ReadConfig,
  name: string,
  { entry, hash, name: wanted = name }: ServerEntryRequest,
  key: string,
): Result<Change, EditProblem> {
  const view = viewEntry(current, name, key);
  if (!view.ok) return view;
  if (view.value.hash !== hash) {
    return refuse('conflict', `Server '${name}' was changed meanwhile. Reload it, and make your change again.`);
  }
  if (wanted === name) return ok({ text: setServer(current.masked, name, entry), secrets: current, subject: name });
  const problem = nameProblem(current, wanted);
  if (problem !== undefined) return err(problem);
  const text = renameServer(current.text, name, wanted);
  const renamed = parseJsonText(text);
  if (!renamed.ok) return missingServer(name);
  const { tree } = renamed.value;
  return ok({
    text: setServer(maskText(text, tree).text, wanted, entry),
    secrets: { text, tree },
    subject: wanted,
  });
}

/** Removes a server. */
export function removeServerEntry(current: ReadConfig, name: string): Result<Change, EditProblem> {
  if (serverNode(current.tree, name) === undefined) return missingServer(name);
  return ok({ text: removeServer(current.masked, name), secrets: current, subject: name });
}

/** The reason why a server cannot get a name. */
export function nameProblem(current: ReadConfig, name: string): EditProblem | undefined {
  if (!isServerName(name)) {
    const problem = { path: 'name', message: 'cannot be the name of a server' };
    return { kind: 'invalid', message: `'${name}' cannot be the name of a server.`, problems: [problem] };
  }
  if (serverNode(current.tree, name) === undefined) return undefined;
  return { kind: 'conflict', message: `There is a server '${name}' already. Give this one another name.` };
}

const missingServer = (name: string): Result<never, EditProblem> =>
  refuse('missing', `There is no server '${name}' in the config.`);
