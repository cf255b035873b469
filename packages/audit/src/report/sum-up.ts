import type { AuditReport } from './report.ts';

/** What to call an audited server: as the project does, else as it calls itself, else by how it was reached. */
export function nameOf({ alias, server, target }: AuditReport): string {
  return alias ?? server?.name ?? target;
}

/** Who the server says it is, with its version. */
export function identityOf({ server, target }: AuditReport): string {
  return server === undefined ? target : `${server.name} ${server.version}`;
}

/** How an audit ended, in one line. */
export function verdictOf({ counts, ignored }: AuditReport): string {
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const text = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}, ${plural(counts.note, 'note')}`;
  return ignored.length === 0 ? text : `${text}, ${ignored.length} ignored`;
}
