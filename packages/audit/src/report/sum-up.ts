import type { AuditReport } from './report.ts';

/** The display name of an audited server: its name in the project, else its self-reported name, else its target. */
export function nameOf({ alias, server, target }: AuditReport): string {
  return alias ?? server?.name ?? target;
}

/** The server's self-reported name and version. */
export function identityOf({ server, target }: AuditReport): string {
  return server === undefined ? target : `${server.name} ${server.version}`;
}

/** The result of an audit in one line. */
export function verdictOf({ counts, ignored }: AuditReport): string {
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const text = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}, ${plural(counts.note, 'note')}`;
  return ignored.length === 0 ? text : `${text}, ${ignored.length} ignored`;
}
