import type { Shape } from './shape.ts';

/** One row of the schema table. */
export interface SchemaRow {
  /** Its unique path. */
  readonly path: string;
  readonly depth: number;
  /** The parameter's name as the server wrote it, or a label for other rows. */
  readonly name: string;
  readonly kind: 'parameter' | 'item' | 'alternative';
  readonly isRequired: boolean;
  readonly shape: Shape;
  readonly isOpen: boolean;
}

/** The page shows at most this many rows. */
const MAX_ROWS = 2_000;

/**
 * The rows of a schema, including the contents of expanded rows. The schema itself has no row.
 *
 * @example
 * schemaRows(readShape(schema), () => false).map(({ name }) => name) // ['id', 'where']
 */
export function schemaRows(shape: Shape, isOpen: (row: Omit<SchemaRow, 'isOpen'>) => boolean): readonly SchemaRow[] {
  const rows: SchemaRow[] = [];
  const add = (row: Omit<SchemaRow, 'isOpen'>): void => {
    if (rows.length >= MAX_ROWS) return;
    const isUnfolded = row.shape.hasMore && isOpen(row);
    rows.push({ ...row, isOpen: isUnfolded });
    if (isUnfolded) addInside(row.shape, row.path, row.depth + 1);
  };
  const addInside = (inside: Shape, path: string, depth: number): void => {
    for (const { name, isRequired, shape: one } of inside.parameters()) {
      add({ path: `${path}/${name}`, depth, name, kind: 'parameter', isRequired, shape: one });
    }
    for (const [index, one] of inside.alternatives().entries()) {
      const name = one.title ?? `Option ${index + 1}`;
      add({ path: `${path}|${index}`, depth, name, kind: 'alternative', isRequired: false, shape: one });
    }
    const item = inside.items();
    if (item !== undefined) {
      const name = inside.types.includes('array') ? 'Each item' : 'Each value';
      add({ path: `${path}[]`, depth, name, kind: 'item', isRequired: false, shape: item });
    }
  };
  addInside(shape, '', 0);
  return rows;
}
