import { readFile } from 'node:fs/promises';
import { ok } from '../../result.ts';
import type { CodePosition, CodeRange, Found } from '../code-backend.ts';
import { isOwnFile } from '../lsp/own-files.ts';
import { fromLocations, placeKey, toTarget } from '../lsp/places.ts';
import type { Known } from '../lsp/profile.ts';
import type { LspLocation } from '../lsp/protocol.ts';
import type { Session } from '../lsp/session.ts';
import { type Token, tokenAt } from './tokens.ts';

interface SymbolInfo {
  readonly name: string;
  readonly containerName?: string | null;
  readonly usr: string;
  readonly declarationRange?: LspLocation;
  readonly definitionRange?: LspLocation;
}

/** The maximum number of places to check for a name that is not in the index. */
const MAX_PLACES = 200;

export async function symbolAt(
  session: Session,
  at: CodePosition,
  deadline: AbortSignal,
): Promise<Found<Known | undefined>> {
  const opened = await session.documents.open(at.file);
  if (!opened.ok) return opened;
  const found = await session.client.request<readonly SymbolInfo[]>('textDocument/symbolInfo', toTarget(at), deadline);
  if (!found.ok) return found;
  const [info] = found.value ?? [];
  if (info === undefined) return ok(undefined);
  const definition = await definitionOf(session, info, at, deadline);
  if (!definition.ok) return definition;
  const places = [info.declarationRange, ...definition.value].filter((each) => each !== undefined);
  const declarations = [...new Map(fromLocations(places).map((range) => [placeKey(range), range])).values()];
  const token = await tokenAt(session, declarations[0] ?? at, deadline);
  if (!token.ok) return token;
  return ok(toKnown(info, declarations, token.value, at));
}

/** The queried file may not contain the definition; the index does. */
async function definitionOf(
  session: Session,
  { definitionRange }: SymbolInfo,
  at: CodePosition,
  deadline: AbortSignal,
): Promise<Found<readonly LspLocation[]>> {
  if (definitionRange !== undefined) return ok([definitionRange]);
  const found = await session.client.request<readonly LspLocation[]>('textDocument/definition', toTarget(at), deadline);
  return found.ok ? ok(found.value ?? []) : found;
}

function toKnown(
  { name, containerName, usr }: SymbolInfo,
  declarations: readonly CodeRange[],
  token: Token | undefined,
  origin: CodePosition,
): Known {
  const container = containerName?.replace(/::$/, '') ?? '';
  const [declaration] = declarations;
  const isType = kindOf(token) === 'Type';
  const around = partsOf(usr);
  const types = around.filter(({ isNamespace }) => !isNamespace).map((part) => part.name);
  const namespaces = around.filter(({ isNamespace }) => isNamespace).map((part) => part.name);
  const symbol = {
    name,
    fullyQualifiedName: container === '' ? name : `${container}::${name}`,
    kind: kindOf(token),
    containingType: (isType ? types.slice(0, -1) : types).at(-1) ?? null,
    containingNamespace: (kindOf(token) === 'Namespace' ? namespaces.slice(0, -1) : namespaces).join('::') || null,
    declaration:
      declaration === undefined ? null : { file: declaration.file, line: declaration.line, column: declaration.column },
  };
  return { symbol, declarations, origin };
}

/** Parses clang's symbol id, such as `c:@N@store@S@Shop@FI@total`, which has the kind of each part. */
function partsOf(usr: string): readonly { readonly name: string; readonly isNamespace: boolean }[] {
  return [...usr.matchAll(/@(N|S|U|E|ST(?:>[^@]*)?|SP(?:>[^@]*)?)@(\w+)/g)].map(([, kind, name = '']) => ({
    name,
    isNamespace: kind === 'N',
  }));
}

function kindOf(token: Token | undefined): string {
  switch (token?.type) {
    case 'namespace':
      return 'Namespace';
    case 'function':
    case 'method':
    case 'operator':
      return 'Method';
    case 'parameter':
      return 'Parameter';
    case 'typeParameter':
      return 'TypeParameter';
    case 'property':
    case 'enumMember':
      return 'Field';
    case 'macro':
      return 'Macro';
    case 'variable':
      return token.modifiers.includes('functionScope') ? 'Local' : 'Field';
    default:
      return 'Type';
  }
}

/** Uses the index if it has the name; for local symbols, which are not in the index, searches the files' text. */
export async function candidates(
  session: Session,
  asked: string,
  deadline: AbortSignal,
): Promise<Found<readonly Known[]>> {
  const name = asked.replaceAll('.', '::');
  const found = await session.client.request<readonly { readonly location: LspLocation }[]>(
    'workspace/symbol',
    { query: name },
    deadline,
  );
  if (!found.ok) return found;
  const indexed = fromLocations((found.value ?? []).map(({ location }) => location)).filter(({ file }) =>
    isOwnFile(session.wanted.root, file),
  );
  const known = await namedAt(session, indexed, name, deadline);
  if (!known.ok || known.value.length > 0) return known;
  return namedAt(session, await wordsIn(session, name.slice(name.lastIndexOf(':') + 1)), name, deadline);
}

async function namedAt(session: Session, places: readonly CodePosition[], name: string, deadline: AbortSignal) {
  const found = new Map<string, Known>();
  for (const place of places) {
    const known = await symbolAt(session, place, deadline);
    if (!known.ok) return known;
    const { value } = known;
    if (value === undefined || !`::${value.symbol.fullyQualifiedName}`.endsWith(`::${name}`)) continue;
    found.set(placeKey(value.symbol.declaration ?? place), value);
  }
  return ok([...found.values()]);
}

async function wordsIn(session: Session, word: string): Promise<readonly CodePosition[]> {
  const found: CodePosition[] = [];
  if (!/^\w+$/.test(word)) return found;
  for (const file of session.documents.files()) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    for (const [index, text] of lines.entries()) {
      for (const match of text.matchAll(new RegExp(`\\b${word}\\b`, 'g'))) {
        found.push({ file, line: index + 1, column: match.index + 1 });
        if (found.length >= MAX_PLACES) return found;
      }
    }
  }
  return found;
}
