import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CallFilter } from '../store.ts';
import { ALL_KEYS, type KeyRange } from './key-range.ts';

/** What calls are told apart by, under the same names in `calls` and in the totals. */
type Kind = 'server' | 'tool' | 'class' | 'status' | 'decision';

type Condition = Expression<SqlBool>;

/** Of which kind calls must be. */
export function kindConditions(filter: CallFilter): readonly Condition[] {
  return conditionsOn(filter, (kind) => sql.ref(kind));
}

/**
 * Of which session and kind calls must be. Where it is a session, the kinds are hidden from whoever chooses an index: a session has
 * fewer calls than a class or a server, and an engine without statistics does not know that.
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
    // No SQL has an empty list.
    return [values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column(kind)} in (${sql.join(values)})`];
  };
  return [
    // An empty name stands for no server, and nobody asks for that.
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
