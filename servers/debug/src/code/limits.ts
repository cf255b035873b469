/** The limits for reading and answering. */
export const LIMITS = {
  /** Source files of one workspace. */
  files: 20_000,
  /** Projects of one workspace. */
  projects: 200,
  /** Usages, assignments or diagnostics of one answer. More are rejected, because the total must be exact. */
  results: 100_000,
  /** Characters of one line of context, and of one value. */
  text: 240,
  /** Characters of one diagnostic. */
  message: 2_000,
  /** Symbols listed in an answer about an ambiguous name. */
  candidates: 20,
  /** Documents open in a language server at once. */
  openDocuments: 200,
  /** Bytes of a language server's stderr that are kept. */
  stderrTail: 2_000,
  /** Memory limit of the TypeScript thread in megabytes. */
  threadMegabytes: 4_096,
} as const;

/** Truncates a line that is too long. */
export function clip(text: string, most: number = LIMITS.text): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Source text on one line. */
export const oneLine = (text: string): string => clip(text.replace(/\s+/g, ' ').trim());
