import type { JsonSchema, ToolDefinition } from '@toolmark/annotations';
import type { AuthInfo } from '../call/context.ts';
import type { InputRequiredResult } from '../outcome/outcome.ts';
import type { ToolResult } from '../outcome/to-result.ts';

/** The SDK functions that the kit needs and that differ between 1.x and 2.x. */
export interface SdkAdapter {
  /** Whether a tool of this name exists, however it was registered. */
  hasTool(name: string): boolean;
  /**
   * Registers a tool without validation by the SDK. The kit validates arguments and results itself, so that it can
   * check permissions first, answer in one format, and accept any Standard Schema with SDK 1.x, which supports only
   * Zod.
   */
  register(definition: KitDefinition, callback: SdkCallback): Registration;
  /** Applies the kit's edit to every answer to `tools/list`. Idempotent. */
  ensureListEdited(): void;
  /** Adds the fields that the SDK omits from `tools/list`. Absent if it omits none. */
  readonly completeListed?: (listed: ToolDefinition, registration: Registration) => ToolDefinition;
  /** Reads the SDK's own context of a request. */
  readRequest(sdk: unknown): SdkRequest;
}

/** A tool registered with the SDK. */
export interface Registration {
  readonly definition: KitDefinition;
  readonly handle: SdkHandle;
  /** False once the author gave the handle another schema, which the SDK then validates. */
  readonly kitChecksInput: () => boolean;
  readonly kitChecksOutput: () => boolean;
}

/** A tool's definition in the form sent to clients. */
export interface KitDefinition extends ToolDefinition {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly icons?: readonly object[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The members common to the handles of both SDKs. */
export interface SdkHandle {
  title?: unknown;
  description?: unknown;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: unknown;
  _meta?: unknown;
  update(updates: { readonly name?: string | null; readonly [key: string]: unknown }): void;
}

export type SdkCallback = (args: unknown, sdk: unknown) => Promise<ToolResult | InputRequiredResult>;

export type ToolListEdit = (tools: readonly ToolDefinition[], sdk: unknown) => Promise<ToolListChange>;

interface ToolListChange {
  readonly tools: readonly ToolDefinition[];
  /** Whether other callers may get a different list, so that shared caches must not store it. */
  readonly isPrivate: boolean;
}

/** One request, read from either SDK's context. */
export interface SdkRequest {
  readonly signal: AbortSignal;
  readonly authInfo: AuthInfo | undefined;
  readonly progressToken: string | number | undefined;
  readonly notify: (notification: ProgressNotification) => Promise<void>;
}

export interface ProgressNotification {
  readonly method: 'notifications/progress';
  readonly params: Readonly<Record<string, unknown>>;
}
