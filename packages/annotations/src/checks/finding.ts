/** What is looked for in a single definition, offline. */
export type DefinitionCheckKind = 'hidden-unicode' | 'instructions' | 'secret';

/** Something in a definition that should not be there. */
export interface DefinitionFinding {
  readonly kind: DefinitionCheckKind;
  /** Where: `description`, `inputSchema.properties.path.description`. Safe to print. */
  readonly place: string;
  /** The rest of a sentence that begins with the tool; what it quotes is escaped and cut, and never a whole secret. */
  readonly message: string;
}
