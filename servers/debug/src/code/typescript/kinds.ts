import ts from 'typescript';

/** The symbol kinds of the tools. Symbols without an exact kind get the closest one. */
export type Kind = 'Namespace' | 'Type' | 'Method' | 'Property' | 'Field' | 'Local' | 'Parameter' | 'TypeParameter';

/** A module-level or global variable counts as a field, because it lives as long as its container. */
export function kindOf(symbol: ts.Symbol, declaration: ts.Declaration | undefined): Kind {
  const { flags } = symbol;
  if (flags & ts.SymbolFlags.TypeParameter) return 'TypeParameter';
  if (declaration !== undefined && ts.isParameter(declaration)) {
    return ts.isParameterPropertyDeclaration(declaration, declaration.parent) ? 'Field' : 'Parameter';
  }
  if (flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum | ts.SymbolFlags.TypeAlias)) {
    return 'Type';
  }
  if (flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Method | ts.SymbolFlags.Constructor)) return 'Method';
  if (flags & ts.SymbolFlags.EnumMember) return 'Field';
  if (flags & ts.SymbolFlags.Accessor) return 'Property';
  if (flags & ts.SymbolFlags.Property) {
    return declaration !== undefined && ts.isPropertyDeclaration(declaration) ? 'Field' : 'Property';
  }
  if (flags & ts.SymbolFlags.Module) return 'Namespace';
  return declaration !== undefined && isInFunction(declaration) ? 'Local' : 'Field';
}

const isInFunction = (node: ts.Node): boolean =>
  ts.findAncestor(node.parent, (each) => ts.isFunctionLike(each) || ts.isClassStaticBlockDeclaration(each)) !==
  undefined;
