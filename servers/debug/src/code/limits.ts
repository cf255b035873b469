/** How much of a workspace is read and answered. */
export const LIMITS = {
  /** Source files of one workspace. */
  files: 20_000,
  /** Projects of one workspace. */
  projects: 200,
  /** Usages, assignments or diagnostics of one answer. What has more is refused, because a total must be true. */
  results: 100_000,
  /** Characters of one line of context, and of one value. */
  text: 240,
  /** Characters of one diagnostic. */
  message: 2_000,
  /** Symbols named in an answer that asks which of them is meant. */
  candidates: 20,
  /** Documents that a language server holds open at once. */
  openDocuments: 200,
  /** Bytes of a language server's last words that are kept. */
  lastWords: 2_000,
  /** Megabytes of memory for the thread that reads TypeScript. */
  threadMegabytes: 4_096,
} as const;

/** One line, cut where it is too long. */
export function clip(text: string, most: number = LIMITS.text): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Source text on one line. */
export const oneLine = (text: string): string => clip(text.replace(/\s+/g, ' ').trim());
