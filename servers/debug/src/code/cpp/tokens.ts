import { ok } from '../../result.ts';
import type { CodePosition, Found } from '../code-backend.ts';
import type { Session } from '../lsp/session.ts';

/** clangd's information about one name in a file. */
export interface Token {
  readonly type: string;
  readonly modifiers: readonly string[];
}

interface Legend {
  readonly tokenTypes: readonly string[];
  readonly tokenModifiers: readonly string[];
}

const FIELDS = 5;

/** The token at a position; the file must be open. */
export async function tokenAt(
  session: Session,
  { file, line, column }: CodePosition,
  deadline: AbortSignal,
): Promise<Found<Token | undefined>> {
  const opened = await session.documents.open(file);
  if (!opened.ok) return opened;
  const { uri } = opened.value;
  const method = 'textDocument/semanticTokens/full';
  const found = await session.client.request<{ readonly data: readonly number[] }>(
    method,
    { textDocument: { uri } },
    deadline,
  );
  if (!found.ok) return found;
  const { semanticTokensProvider } = session.capabilities() as {
    readonly semanticTokensProvider?: { readonly legend: Legend };
  };
  const data = found.value?.data ?? [];
  if (semanticTokensProvider === undefined) return ok(undefined);
  let atLine = 1;
  let atColumn = 1;
  for (let index = 0; index + FIELDS <= data.length; index += FIELDS) {
    const [lines = 0, columns = 0, length = 0, type = 0, modifiers = 0] = data.slice(index, index + FIELDS);
    atLine += lines;
    atColumn = lines === 0 ? atColumn + columns : 1 + columns;
    if (atLine > line) return ok(undefined);
    if (atLine === line && atColumn <= column && column < atColumn + length) {
      return ok(decode(semanticTokensProvider.legend, type, modifiers));
    }
  }
  return ok(undefined);
}

const decode = ({ tokenTypes, tokenModifiers }: Legend, type: number, modifiers: number): Token => ({
  type: tokenTypes[type] ?? '',
  modifiers: tokenModifiers.filter((_name, bit) => (modifiers & (1 << bit)) !== 0),
});
