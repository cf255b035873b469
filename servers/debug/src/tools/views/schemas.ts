// Schemas shared by several replies. They always allow further fields.

import * as z from 'zod';

export const SourcePlace: z.ZodObject = z.looseObject({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int().optional(),
  endLine: z.number().int().optional(),
  endColumn: z.number().int().optional(),
  functionName: z.string().optional(),
  moduleName: z.string().optional(),
});

/** The location in the snake_case replies for threads, frames and variables. */
export const FramePlace: z.ZodObject = z.looseObject({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int().nullable(),
  function: z.string().nullable(),
});

export const SESSION_STATES = ['disconnected', 'running', 'paused'] as const;
export const PAUSE_REASONS = ['breakpoint', 'step', 'exception', 'pause', 'entry'] as const;

export const SessionFull: z.ZodObject = z.looseObject({
  processId: z.number().int(),
  processName: z.string(),
  executablePath: z.string(),
  runtimeVersion: z.string(),
  state: z.enum(SESSION_STATES),
  launchMode: z.enum(['launch', 'attach']),
  attachedAt: z.string(),
  pauseReason: z.enum(PAUSE_REASONS).nullable().optional(),
  location: SourcePlace.nullable().optional(),
  activeThreadId: z.number().int().optional(),
  commandLineArgs: z.array(z.string()).nullable().optional(),
  workingDirectory: z.string().nullable().optional(),
});

export const SessionBrief: z.ZodObject = z.looseObject({
  processId: z.number().int(),
  processName: z.string(),
  state: z.enum(SESSION_STATES),
  launchMode: z.enum(['launch', 'attach']),
  pauseReason: z.enum(PAUSE_REASONS).optional(),
  location: SourcePlace.nullable().optional(),
  activeThreadId: z.number().int().optional(),
});

/** The exit status in any reply. */
export const ENDED: {
  readonly exited: z.ZodOptional<z.ZodBoolean>;
  readonly exitCode: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
  readonly signal: z.ZodOptional<z.ZodNullable<z.ZodString>>;
  readonly lastWords: z.ZodOptional<z.ZodString>;
  readonly unboundBreakpoints: z.ZodOptional<z.ZodArray<z.ZodObject>>;
} = {
  exited: z.boolean().optional(),
  exitCode: z.number().int().nullable().optional(),
  signal: z.string().nullable().optional(),
  lastWords: z.string().optional(),
  unboundBreakpoints: z
    .array(
      z.looseObject({
        id: z.string(),
        file: z.string(),
        line: z.number().int(),
        message: z.string().nullable(),
      }) as z.ZodObject,
    )
    .optional(),
};

export const Variable: z.ZodObject = z.looseObject({
  name: z.string(),
  type: z.string(),
  value: z.string(),
  scope: z.string(),
  has_children: z.boolean(),
  children_count: z.number().int().optional(),
  path: z.string().optional(),
  truncated: z.boolean().optional(),
});

export const Breakpoint: z.ZodObject = z.looseObject({
  id: z.string(),
  location: SourcePlace,
  state: z.enum(['pending', 'bound', 'disabled']),
  enabled: z.boolean(),
  verified: z.boolean(),
  condition: z.string().optional(),
  hitCount: z.number().int(),
  message: z.string().optional(),
  requestedLine: z.number().int().optional(),
});

export const ExceptionBreakpointShape: z.ZodObject = z.looseObject({
  id: z.string(),
  exceptionType: z.string(),
  breakOnFirstChance: z.boolean(),
  breakOnSecondChance: z.boolean(),
  includeSubtypes: z.boolean(),
  enabled: z.boolean(),
  verified: z.boolean(),
  hitCount: z.number().int(),
});

export const ExceptionShape: z.ZodObject = z.looseObject({
  type: z.string(),
  message: z.string(),
  isFirstChance: z.boolean(),
  stackTraceString: z.string().optional(),
});

/** Parameters shared by many tools. */
export const threadId: z.ZodOptional<z.ZodNumber> = z
  .number()
  .int()
  .optional()
  .describe('Thread to use, as threads_list gives it; the one that stopped when left out');
export const frameIndex: z.ZodDefault<z.ZodNumber> = z
  .number()
  .int()
  .min(0)
  .default(0)
  .describe('Stack frame to use; 0 is the innermost');
export const start: z.ZodDefault<z.ZodNumber> = z.number().int().min(0).default(0).describe('First item of the page');
export const timeout = (what: string): z.ZodDefault<z.ZodNumber> =>
  z.number().int().min(1_000).max(300_000).default(30_000).describe(what);
