import type { ToolAnnotations } from '@modelcontextprotocol/server';

/** The hints as a client reads them. */
export interface HintValues {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

/** Fills in MCP's defaults for absent hints. */
export const toHintValues = (annotations: ToolAnnotations | undefined): HintValues => ({
  readOnly: annotations?.readOnlyHint ?? false,
  destructive: annotations?.destructiveHint ?? true,
  idempotent: annotations?.idempotentHint ?? false,
});
