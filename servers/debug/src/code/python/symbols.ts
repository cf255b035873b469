import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { ok } from '../../result.ts';
import type { CodePosition, CodeRange, Found } from '../code-backend.ts';
import { toUri } from '../lsp/documents.ts';
import { fromLocations, fromRange, placeKey, toTarget } from '../lsp/places.ts';
import type { Known } from '../lsp/profile.ts';
import type { LspDocumentSymbol, LspHover, LspLocation } from '../lsp/protocol.ts';
import type { Session } from '../lsp/session.ts';
import { holdsValue } from '../symbol/holds-value.ts';

const CLASS = 5;
const METHODS = [6, 9, 12];

/** A symbol in a file's outline, with its containers. */
interface Outlined {
  readonly range: CodeRange;
  readonly path: readonly LspDocumentSymbol[];
}

export async function symbolAt(
  session: Session,
  at: CodePosition,
  deadline: AbortSignal,
): Promise<Found<Known | undefined>> {
  const found = await session.client.request<readonly LspLocation[]>('textDocument/definition', toTarget(at), deadline);
  if (!found.ok) return found;
  const declared = fromLocations(found.value);
  const [first] = declared;
  return first === undefined ? ok(undefined) : describe(session, at, first, declared, deadline);
}

export async function candidates(
  session: Session,
  name: string,
  deadline: AbortSignal,
): Promise<Found<readonly Known[]>> {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const found = new Map<string, Known>();
  for (const file of session.documents.files()) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!text.includes(last)) continue;
    const outline = await outlineOf(session, file, deadline);
    if (!outline.ok) return outline;
    for (const { range, path } of outline.value) {
      const full = [moduleOf(session, file), ...path.map((each) => each.name)].join('.');
      if (path.at(-1)?.name !== last || !`.${full}`.endsWith(`.${name}`)) continue;
      const known = await symbolAt(session, range, deadline);
      if (!known.ok) return known;
      const at = known.value?.symbol.declaration;
      // The outline also contains imports, which refer to another file.
      if (known.value !== undefined && at) found.set(placeKey(at), known.value);
    }
  }
  return ok([...found.values()]);
}

async function describe(
  session: Session,
  origin: CodePosition,
  at: CodeRange,
  all: readonly CodeRange[],
  deadline: AbortSignal,
): Promise<Found<Known>> {
  const hover = await session.client.request<LspHover>('textDocument/hover', toTarget(at), deadline);
  if (!hover.ok) return hover;
  const outline = await outlineOf(session, at.file, deadline);
  if (!outline.ok) return outline;
  const text = await readFile(at.file, 'utf8').catch(() => '');
  const isModule = at.line === 1 && at.column === 1 && at.endColumn === 1;
  const module = moduleOf(session, at.file);
  const own = outline.value.find(({ range }) => range.line === at.line && range.column === at.column);
  const around = own === undefined ? innermost(outline.value, at) : own.path.slice(0, -1);
  const name = isModule ? (module.split('.').at(-1) ?? module) : nameAt(text, at);
  const kind = isModule ? 'Namespace' : kindOf(hoverText(hover.value), around, own?.path.at(-1)?.kind);
  const symbol = {
    name,
    fullyQualifiedName: isModule ? module : [...around.map((each) => each.name), name].join('.'),
    kind,
    containingType: around.findLast((each) => each.kind === CLASS)?.name ?? null,
    containingNamespace: isModule ? null : module,
    declaration: { file: at.file, line: at.line, column: at.column },
  };
  // Every assignment counts as a definition; only the first is the declaration.
  return ok({ symbol, origin, declarations: holdsValue(symbol) ? [at] : all });
}

function kindOf(hover: string, around: readonly LspDocumentSymbol[], outlined: number | undefined): string {
  const word = /^\(?(?:async )?([a-z]+(?: [a-z]+)?)\)?/.exec(hover)?.[1] ?? '';
  if (word.startsWith('class') || word === 'type alias' || outlined === CLASS) return 'Type';
  if (word === 'module') return 'Namespace';
  if (word === 'parameter') return 'Parameter';
  if (word === 'property') return 'Property';
  if (word === 'type parameter' || word === 'type variable') return 'TypeParameter';
  if (word === 'function' || word === 'method' || METHODS.includes(outlined ?? 0)) return 'Method';
  return METHODS.includes(around.at(-1)?.kind ?? 0) ? 'Local' : 'Field';
}

async function outlineOf(session: Session, file: string, deadline: AbortSignal): Promise<Found<readonly Outlined[]>> {
  const params = { textDocument: { uri: toUri(file) } };
  const method = 'textDocument/documentSymbol';
  const found = await session.client.request<readonly LspDocumentSymbol[]>(method, params, deadline);
  if (!found.ok) return found;
  const flat: Outlined[] = [];
  const add = (symbols: readonly LspDocumentSymbol[], path: readonly LspDocumentSymbol[]): void => {
    for (const symbol of symbols) {
      const own = [...path, symbol];
      flat.push({ range: fromRange(file, symbol.selectionRange), path: own });
      add(symbol.children ?? [], own);
    }
  };
  add(found.value ?? [], []);
  return ok(flat);
}

/** The innermost container of a position that is not in the outline. */
function innermost(outline: readonly Outlined[], at: CodePosition): readonly LspDocumentSymbol[] {
  const holds = ({ range }: LspDocumentSymbol): boolean =>
    range.start.line + 1 <= at.line && at.line <= range.end.line + 1 && range.start.line !== range.end.line;
  return outline.findLast(({ path }) => path.every(holds))?.path ?? [];
}

/** The module name from the root: `shop.prices` for shop/prices.py. */
function moduleOf({ wanted }: Session, file: string): string {
  const path = relative(wanted.root, file);
  const named = path.startsWith('..')
    ? (/(?:site-packages|stdlib|python\d+\.\d+)[/\\](.*)$/.exec(file)?.[1] ?? file)
    : path;
  return named
    .replace(/([/\\]__init__)?\.pyi?$/, '')
    .split(/[/\\]/)
    .join('.');
}

/** The range of a parameter includes its default value. */
const nameAt = (text: string, { line, column }: CodeRange): string =>
  /^[\p{L}\p{N}_]+/u.exec((text.split('\n')[line - 1] ?? '').slice(column - 1))?.[0] ?? '';

const hoverText = (hover: LspHover | null): string =>
  hover === null ? '' : typeof hover.contents === 'string' ? hover.contents : hover.contents.value;
