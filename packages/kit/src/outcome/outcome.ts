/**
 * How a call ended, before it is written in MCP's words. Middleware sees this, and handlers may return it.
 * The mark tells an outcome from data that happens to have the same fields; it is registered, so that two copies of the
 * kit in one program know each other's outcomes.
 */
export type ToolOutcome<Data = unknown> = ToolSuccess<Data> | ToolFailure | ToolQuestion;

export const OUTCOME: unique symbol = Symbol.for('toolmark.outcome');

/** The call did what it should. */
export interface ToolSuccess<Data = unknown> {
  readonly [OUTCOME]: true;
  readonly kind: 'ok';
  readonly data: Data;
  /** What the model reads; the data as JSON where absent. */
  readonly text?: string;
  /** Further content: images, links, resources. */
  readonly blocks?: readonly ContentBlock[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The call did not do what it should, and the model is told why. */
export interface ToolFailure {
  readonly [OUTCOME]: true;
  readonly kind: 'failed';
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  /** What the model reads; code, message and details where absent. */
  readonly text?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The tool asks the caller for more first: what `inputRequired()` of SDK 2.x returns, passed on untouched. */
export interface ToolQuestion {
  readonly [OUTCOME]: true;
  readonly kind: 'input_required';
  readonly result: InputRequiredResult;
}

/** A content block of MCP, such as `{ type: 'image', data, mimeType }`. */
export interface ContentBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The result of SDK 2.x's `inputRequired()`. */
export interface InputRequiredResult {
  readonly resultType: 'input_required';
}

/** Codes of failures that the kit itself answers with. */
export type KitErrorCode = 'INVALID_INPUT' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'CANCELLED' | 'INTERNAL';

/**
 * A success with a text of its own for the model. A handler that has no such text just returns the data.
 *
 * @example
 * return ok({ id: 7, title: 'Groceries' }, { text: 'Created note 7, "Groceries".' });
 */
export function ok<Data>(data: Data, options: SuccessOptions = {}): ToolSuccess<Data> {
  return { [OUTCOME]: true, kind: 'ok', data, ...options };
}

export interface SuccessOptions {
  readonly text?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * A failure that the model can do something about. Say in the message what to do next.
 *
 * @example
 * return fail('NOT_FOUND', `There is no note ${id}. Call list_notes to see which exist.`, { id });
 */
export function fail(code: string, message: string, details?: unknown): ToolFailure {
  return { [OUTCOME]: true, kind: 'failed', code, message, ...(details !== undefined && { details }) };
}

/**
 * A success with content blocks of any kind. Where none of them is a text, the data is added as one.
 *
 * @example
 * return content([{ type: 'image', data: png, mimeType: 'image/png' }], { width: 640, height: 480 });
 */
export function content(blocks: readonly ContentBlock[]): ToolSuccess<undefined>;
export function content<Data>(blocks: readonly ContentBlock[], data: Data): ToolSuccess<Data>;
export function content(blocks: readonly ContentBlock[], data?: unknown): ToolSuccess {
  return { [OUTCOME]: true, kind: 'ok', data, blocks };
}

export function isOutcome(value: unknown): value is ToolOutcome {
  return typeof value === 'object' && value !== null && OUTCOME in value;
}
