/** From verbose to severe, as in syslog. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevelName = (typeof LOG_LEVELS)[number];

const RANKS: ReadonlyMap<unknown, number> = new Map(LOG_LEVELS.map((level, rank) => [level, rank]));

export function isLogLevel(value: unknown): value is LogLevelName {
  return RANKS.has(value);
}

/** Whether a message of this level passes a filter for `least` and above. An unknown level always passes. */
export function passes(level: unknown, least: LogLevelName): boolean {
  return (RANKS.get(level) ?? LOG_LEVELS.length) >= (RANKS.get(least) ?? 0);
}

/** The lowest of these levels. */
export function mostVerbose(levels: Iterable<LogLevelName>): LogLevelName | undefined {
  let most: LogLevelName | undefined;
  for (const level of levels) if (most === undefined || passes(most, level)) most = level;
  return most;
}
