import type { ReadOnlyHints, WritingHints } from './complete-hints.ts';

/** What only the author of a tool can say, for a tool that reads. */
export interface ReadOptions {
  /** Whether the tool reaches beyond the server's own data: the web, other people, a service anybody can write to. */
  readonly openWorld: boolean;
  /** Say `false` where reading uses the answer up. */
  readonly idempotent?: boolean;
}

/** What only the author of a tool can say, for a tool that writes. What is left out comes from the category. */
export interface WriteOptions {
  /** Whether the tool reaches beyond the server's own data: the web, other people, a service anybody can write to. */
  readonly openWorld: boolean;
  /** Whether the tool can overwrite or remove something. */
  readonly destructive?: boolean;
  /** Whether a repeat with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
}

/**
 * The hints of the usual kinds of tool. `openWorld` has no usual value, so it must always be said; the others may be
 * given to deviate, because the author is the person who knows.
 *
 * @example
 * kit.registerTool('delete_note', { title: 'Delete Note', annotations: categories.delete({ openWorld: false }), … }, …);
 */
export const categories: Categories = Object.freeze({
  read: (options) => readOnly(options),
  create: (options) => writing(options, { destructive: false, idempotent: false }),
  update: (options) => writing(options, { destructive: true, idempotent: false }),
  append: (options) => writing(options, { destructive: false, idempotent: false }),
  set: (options) => writing(options, { destructive: true, idempotent: true }),
  delete: (options) => writing(options, { destructive: true, idempotent: true }),
  action: (options) => writing(options, { destructive: true, idempotent: false }),
} satisfies Categories);

/** See {@link categories}. */
export interface Categories {
  /**
   * Lists, searches, gets. Read-only, so never destructive, and idempotent: asking twice changes nothing.
   *
   * @example
   * categories.read({ openWorld: true }) // a web search
   */
  read(options: ReadOptions): ReadOnlyHints;
  /**
   * Makes a new thing. Additive, as nothing that was there is touched; not idempotent, as a repeat makes a second one.
   *
   * @example
   * categories.create({ openWorld: false, idempotent: true }) // create-if-missing
   */
  create(options: WriteOptions): WritingHints;
  /**
   * Changes a thing against a version or an etag. Destructive, as the old value is gone: MCP's `destructiveHint: false`
   * promises additions only. Not idempotent, as the version moves on and a repeat fails or does something else.
   *
   * @example
   * categories.update({ openWorld: false })
   */
  update(options: WriteOptions): WritingHints;
  /**
   * Adds to a thing. Additive, as what was there stays; not idempotent, as every repeat adds again.
   *
   * @example
   * categories.append({ openWorld: false })
   */
  append(options: WriteOptions): WritingHints;
  /**
   * Writes an absolute value: a file's content, a flag. Destructive, as it overwrites; idempotent, as a repeat writes
   * the same value again.
   *
   * @example
   * categories.set({ openWorld: false, destructive: false }) // a flag that can always be set back
   */
  set(options: WriteOptions): WritingHints;
  /**
   * Removes a thing. Destructive; idempotent, as after a repeat the thing is just as gone, even if the answer differs.
   *
   * @example
   * categories.delete({ openWorld: false })
   */
  delete(options: WriteOptions): WritingHints;
  /**
   * Anything else: runs a command, sends a message, starts a job. The worst case, destructive and not idempotent, until
   * the author says better.
   *
   * @example
   * categories.action({ openWorld: true, destructive: false }) // sends an e-mail
   */
  action(options: WriteOptions): WritingHints;
}

// In plain JavaScript the options may be missing or hold a `destructive` that reads cannot have. Both are kept as they
// are: registerTool then says what is wrong, together with the tool's other problems.
function readOnly(options: ReadOptions & { readonly destructive?: never }): ReadOnlyHints {
  return {
    readOnlyHint: true,
    destructiveHint: options?.destructive ?? false,
    idempotentHint: options?.idempotent ?? true,
    openWorldHint: options?.openWorld,
  };
}

function writing(
  options: WriteOptions,
  usual: { readonly destructive: boolean; readonly idempotent: boolean },
): WritingHints {
  return {
    readOnlyHint: false,
    destructiveHint: options?.destructive ?? usual.destructive,
    idempotentHint: options?.idempotent ?? usual.idempotent,
    openWorldHint: options?.openWorld,
  };
}
