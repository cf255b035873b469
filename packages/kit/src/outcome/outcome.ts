/**
 * The outcome of a call, before it is converted to an MCP result. Middleware sees it, and handlers may return it. A
 * symbol distinguishes outcomes from data with the same fields; it is registered globally, so that two copies of the
 * kit in one program recognize each other's outcomes.
 */
export type ToolOutcome<Data = unknown> = ToolSuccess<Data> | ToolFailure | ToolQuestion;

export const OUTCOME: unique symbol = Symbol.for('toolmark.outcome');

/** The call succeeded. */
export interface ToolSuccess<Data = unknown> {
  readonly [OUTCOME]: true;
  readonly kind: 'ok';
  readonly data: Data;
  /** The text for the model; the data as JSON if absent. */
  readonly text?: string;
  /** Additional content: images, links, resources. */
  readonly blocks?: readonly ContentBlock[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The call failed, with a reason for the model. */
export interface ToolFailure {
  readonly [OUTCOME]: true;
  readonly kind: 'failed';
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  /** The text for the model; code, message and details if absent. */
  readonly text?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The tool requests input from the caller: the result of `inputRequired()` of SDK 2.x, passed on unchanged. */
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

/** Error codes of the kit's own failures. */
export type KitErrorCode = 'INVALID_INPUT' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'CANCELLED' | 'INTERNAL';

/**
 * A success with its own text for the model. Without such a text, return just the data.
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
 * A failure that the model can react to. The message should name the next step.
 *
 * @example
 * return fail('NOT_FOUND', `There is no note ${id}. Call list_notes to see which exist.`, { id });
 */
export function fail(code: string, message: string, details?: unknown): ToolFailure {
  return { [OUTCOME]: true, kind: 'failed', code, message, ...(details !== undefined && { details }) };
}

/**
 * A success with content blocks of any kind. If none is a text, the data is added as text.
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
