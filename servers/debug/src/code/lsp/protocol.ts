/** The parts of the Language Server Protocol that we use. Positions are 0-based. */
export interface LspPosition {
  readonly line: number;
  readonly character: number;
}

export interface LspRange {
  readonly start: LspPosition;
  readonly end: LspPosition;
}

export interface LspLocation {
  readonly uri: string;
  readonly range: LspRange;
}

export interface LspHighlight {
  readonly range: LspRange;
  /** 1 text, 2 read, 3 write. */
  readonly kind?: number;
}

export interface LspDocumentSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range: LspRange;
  readonly selectionRange: LspRange;
  readonly children?: readonly LspDocumentSymbol[];
}

export interface LspDiagnostic {
  readonly range: LspRange;
  readonly message: string;
  readonly severity?: number;
  readonly code?: string | number;
  readonly source?: string;
  readonly codeDescription?: { readonly href: string };
  /** Only from clangd. */
  readonly category?: string;
}

export interface LspHover {
  readonly contents: { readonly value: string } | string;
}

export const WRITE = 3;
export const READ = 2;
