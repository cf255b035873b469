import type { ReadOnlyHints, WritingHints } from './complete-hints.ts';

/** The options for a tool that reads. */
export interface ReadOptions {
  /**
   * Whether the tool reaches beyond the server's own data: the web, other people, a service that anybody can write to.
   */
  readonly openWorld: boolean;
  /** Set to `false` if reading consumes the answer. */
  readonly idempotent?: boolean;
}

/** The options for a tool that writes. Defaults come from the category. */
export interface WriteOptions {
  /**
   * Whether the tool reaches beyond the server's own data: the web, other people, a service that anybody can write to.
   */
  readonly openWorld: boolean;
  /** Whether the tool can overwrite or remove something. */
  readonly destructive?: boolean;
  /** Whether a repeat with the same arguments has no further effect. */
  readonly idempotent?: boolean;
}

/**
 * The hints for common kinds of tools. `openWorld` has no useful default, so it is required; the other hints can be
 * overridden.
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
   * Lists, searches, gets. Read-only, so never destructive, and idempotent.
   *
   * @example
   * categories.read({ openWorld: true }) // a web search
   */
  read(options: ReadOptions): ReadOnlyHints;
  /**
   * Creates a new object. Additive, because it leaves existing objects unchanged; not idempotent, because a repeat
   * creates a second one.
   *
   * @example
   * categories.create({ openWorld: false, idempotent: true }) // create-if-missing
   */
  create(options: WriteOptions): WritingHints;
  /**
   * Changes an object, checking its version or ETag. Destructive, because the old value is lost: MCP's
   * `destructiveHint: false` promises additions only. Not idempotent, because a repeat meets a newer version.
   *
   * @example
   * categories.update({ openWorld: false })
   */
  update(options: WriteOptions): WritingHints;
  /**
   * Appends to an object. Additive, because existing content stays; not idempotent, because every repeat appends again.
   *
   * @example
   * categories.append({ openWorld: false })
   */
  append(options: WriteOptions): WritingHints;
  /**
   * Writes an absolute value: a file's content, a flag. Destructive, because it overwrites; idempotent, because a
   * repeat writes the same value.
   *
   * @example
   * categories.set({ openWorld: false, destructive: false }) // a flag that can always be set back
   */
  set(options: WriteOptions): WritingHints;
  /**
   * Removes an object. Destructive; idempotent, because a repeat leaves the same state, even if the answer differs.
   *
   * @example
   * categories.delete({ openWorld: false })
   */
  delete(options: WriteOptions): WritingHints;
  /**
   * Anything else: runs a command, sends a message, starts a job. Destructive and not idempotent unless overridden.
   *
   * @example
   * categories.action({ openWorld: true, destructive: false }) // sends an e-mail
   */
  action(options: WriteOptions): WritingHints;
}

// In plain JavaScript the options may be missing or contain a `destructive` that a reading tool must not have. Keep
// both, so that registerTool reports them together with the tool's other problems.
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
