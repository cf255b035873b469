import type { SourceLocation } from '../../backend/facts.ts';

/** A location in camelCase replies. */
export interface PlaceView {
  readonly [key: string]: unknown;
  readonly file: string;
  readonly line: number;
}

export function toPlace(location: SourceLocation): PlaceView {
  const { file, line, column, endLine, endColumn, functionName, moduleName } = location;
  return {
    file,
    line,
    ...(column !== undefined && { column }),
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
    ...(functionName !== undefined && { functionName }),
    ...(moduleName !== undefined && { moduleName }),
  };
}

/** A location in snake_case replies, where the function name is a separate field. */
export function toFramePlace(location: SourceLocation, functionName: string | undefined): Record<string, unknown> {
  const { file, line, column } = location;
  return { file, line, column: column ?? null, function: functionName ?? location.functionName ?? null };
}
