/** The limits of the playground. Small on purpose: every answer must fit in a conversation. */
export const LIMITS = {
  notes: 200,
  /** Characters. */
  titleLength: 120,
  textLength: 16_000,
  tags: 10,
  tagLength: 30,
  files: 200,
  /** Characters that can be written to a file in one call. */
  fileLength: 64_000,
  /** Bytes that are read from a file in one call; exports can be larger. */
  readBytes: 65_536,
  pathLength: 200,
  /** The folders and the file itself. */
  pathDepth: 4,
  /** Bytes of a note's file on disk. The longest note is far smaller, even with every character escaped. */
  noteFileBytes: 262_144,
} as const;
