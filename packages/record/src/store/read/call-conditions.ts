import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CallFilter } from '../store.ts';
import { ALL_KEYS, type KeyRange } from './key-range.ts';

/** The filter columns, with the same names in `calls` and the totals. */
type Kind = 'server' | 'tool' | 'class' | 'status' | 'decision';

type Condition = Expression<SqlBool>;

/** The filter by kind. */
export function kindConditions(filter: CallFilter): readonly Condition[] {
  return conditionsOn(filter, (kind) => sql.ref(kind));
}

/**
 * The filter by session and kind. With a session, hides the kind columns from the query planner: a session has fewer
 * calls than a class or server, which an engine without statistics does not know.
 */
export function fitConditions(filter: CallFilter): readonly Condition[] {
  const { sessionId } = filter;
  if (sessionId === undefined) return kindConditions(filter);
  return [
    sql<SqlBool>`${sql.ref('session_id')} = ${sessionId}`,
    ...conditionsOn(filter, (kind) => sql`coalesce(${sql.ref(kind)}, '')`),
  ];
}

export function rangeConditions({ from, below }: KeyRange): readonly Condition[] {
  const seq = sql.ref('calls.seq');
  return [
    ...(from > ALL_KEYS.from ? [sql<SqlBool>`${seq} >= ${from}`] : []),
    ...(below < ALL_KEYS.below ? [sql<SqlBool>`${seq} < ${below}`] : []),
  ];
}

export function isAnyCall({ sessionId, servers, tools, classes, statuses, decisions }: CallFilter): boolean {
  return [sessionId, servers, tools, classes, statuses, decisions].every((values) => values === undefined);
}

function conditionsOn(filter: CallFilter, column: (kind: Kind) => RawBuilder<unknown>): readonly Condition[] {
  const { servers, tools, classes, statuses, decisions } = filter;
  const oneOf = (kind: Kind, values: readonly string[] | undefined): readonly Condition[] => {
    if (values === undefined) return [];
    // SQL has no empty list.
    return [values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column(kind)} in (${sql.join(values)})`];
  };
  return [
    // An empty name means an unknown server, which is no valid filter.
    ...oneOf(
      'server',
      servers?.filter((server) => server !== ''),
    ),
    ...oneOf('tool', tools),
    ...oneOf('class', classes),
    ...oneOf('status', statuses),
    ...oneOf('decision', decisions),
  ];
}
