/** How much is answered, kept and waited for. The README names the same numbers. */
export const LIMITS = {
  /** Characters of one value. */
  value: 1024,
  /** Characters of the sentence that says why something was not done. */
  message: 4_096,
  /** Characters of a condition, or of the message of a tracepoint. */
  condition: 4_096,
  /** Variables of one reply, nested ones included. */
  variables: 200,
  /** Characters of one reply, as JSON. */
  reply: 50_000,
  /** Bytes kept of each stream of the program. */
  output: 1_048_576,
  /** Characters of the program's last words in a reply. */
  lastWords: 2_000,
  /** Breakpoints, tracepoints and exception breakpoints together. */
  breakpoints: 500,
  /** Messages that a tracepoint keeps for breakpoint_list. */
  traceMessages: 10,
  /** Characters of one message of a tracepoint. */
  traceMessage: 4_096,
  /** For one question to the debugger, unless the tool has a limit of its own. */
  questionMs: 15_000,
  /** For questions that walk the heap or every module. */
  longQuestionMs: 60_000,
  /** For one expression of a tracepoint. */
  traceExpressionMs: 1_000,
  /** For the program to stop when it is told to, before the answer says that it has not yet. */
  pauseMs: 10_000,
  /** For a debugger to notice that it has run out of time, before it is left to itself. */
  graceMs: 3_000,
  /** For letting go of a program. */
  detachMs: 10_000,
  /** For one question about a workspace. */
  codeMs: 120_000,
} as const;
