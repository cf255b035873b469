import type { JsonSchema, ToolDefinition } from '@toolmark/annotations';
import type { AuthInfo } from '../call/context.ts';
import type { InputRequiredResult } from '../outcome/outcome.ts';
import type { ToolResult } from '../outcome/to-result.ts';

/** The few things that the kit needs of an SDK and that differ between 1.x and 2.x. */
export interface SdkAdapter {
  /** Whether a tool of this name exists, however it was registered. */
  hasTool(name: string): boolean;
  /**
   * Registers a tool whose arguments and results the SDK passes on unchecked. The kit checks them itself: so it can check
   * permissions first, answer in one shape, and accept any Standard Schema with SDK 1.x, which knows only Zod.
   */
  register(definition: KitDefinition, callback: SdkCallback): Registration;
  /** Puts the kit's edit between the SDK's answer to `tools/list` and the wire. Doing it again changes nothing. */
  ensureListEdited(): void;
  /** Adds what the SDK leaves out of `tools/list`. Absent where it leaves nothing out. */
  readonly completeListed?: (listed: ToolDefinition, registration: Registration) => ToolDefinition;
  /** Reads the SDK's own context of a request. */
  readRequest(sdk: unknown): SdkRequest;
}

/** A tool that the SDK has taken. */
export interface Registration {
  readonly definition: KitDefinition;
  readonly handle: SdkHandle;
  /** False once the author gave the handle another schema: the SDK checks then. */
  readonly kitChecksInput: () => boolean;
  readonly kitChecksOutput: () => boolean;
}

/** A tool as the kit wants it on the wire. */
export interface KitDefinition extends ToolDefinition {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly icons?: readonly object[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The parts of the SDK's handle that both SDKs have. */
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
  /** Whether somebody else may get another list: a shared cache must then not keep it. */
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
