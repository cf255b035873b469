/** The limits for replies, buffers and timeouts. The README lists the same numbers. */
export const LIMITS = {
  /** Characters of one value. */
  value: 1024,
  /** Characters of an error message. */
  message: 4_096,
  /** Characters of a condition, or of the message of a tracepoint. */
  condition: 4_096,
  /** Variables of one reply, nested ones included. */
  variables: 200,
  /** Characters of one reply, as JSON. */
  reply: 10_000,
  /** Characters of a reply whose size the caller chose: memory. */
  largeReply: 50_000,
  /** Bytes kept of each output stream. */
  output: 1_048_576,
  /** Characters of the program's last stderr output in a reply. */
  stderrTail: 2_000,
  /** Breakpoints, tracepoints and exception breakpoints together. */
  breakpoints: 500,
  /** Messages that a tracepoint keeps for breakpoint_list. */
  traceMessages: 10,
  /** Characters of one message of a tracepoint. */
  traceMessage: 4_096,
  /** Timeout of one debugger request, unless the tool has its own. */
  questionMs: 15_000,
  /** Timeout of requests that walk the heap or every module. */
  longQuestionMs: 60_000,
  /** Timeout of one expression of a tracepoint. */
  traceExpressionMs: 1_000,
  /** Time for a requested pause, after which the answer says that it is pending. */
  pauseMs: 10_000,
  /** Additional time for a debugger to notice its own timeout. */
  graceMs: 3_000,
  /** Timeout of detaching. */
  detachMs: 10_000,
  /** Timeout of one workspace request. */
  codeMs: 120_000,
} as const;
