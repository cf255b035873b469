interface Closable {
  readonly close: () => Promise<void>;
}

/** Closes parts in the reverse order of their opening. */
export async function closeInReverse(...opened: readonly Closable[]): Promise<void> {
  for (const part of opened.toReversed()) await part.close();
}
