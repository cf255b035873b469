/** The checks of a single definition. */
export type DefinitionCheckKind = 'hidden-unicode' | 'instructions' | 'secret';

/** Suspicious content in a definition. */
export interface DefinitionFinding {
  readonly kind: DefinitionCheckKind;
  /** The path inside the definition: `description`, `inputSchema.properties.path.description`. Safe to print. */
  readonly place: string;
  /**
   * The predicate of a sentence whose subject is the tool. Quotations are escaped and truncated, and never show a whole
   * secret.
   */
  readonly message: string;
}
