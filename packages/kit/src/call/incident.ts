/** An error whose details the caller must not see. */
export interface Incident {
  /** Also in the answer to the caller, so that a user's report leads to this log entry. */
  readonly id: string;
  /** Undefined if the error does not belong to a call of one tool. */
  readonly tool: string | undefined;
  readonly error: unknown;
}

/**
 * Handles incidents, usually by logging them.
 *
 * @example
 * const onError: IncidentHandler = ({ id, tool, error }) => logger.error({ id, tool, error });
 */
export type IncidentHandler = (incident: Incident) => void;

/** One line on stderr, because stdout of a stdio server belongs to the protocol. */
export function logIncident({ id, tool, error }: Incident): void {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  // biome-ignore lint/suspicious/noConsole: without a logger of its own, a server logs to stderr.
  console.error(
    `toolmark: incident ${id}${tool === undefined ? '' : ` in tool '${tool}'`}: ${text.replaceAll(/\s*\n\s*/g, ' | ')}`,
  );
}

/** Wraps the handler so that its own errors do not propagate. */
export function withSafeHandler(handler: IncidentHandler): IncidentHandler {
  return (incident) => {
    try {
      handler(incident);
    } catch (error) {
      logIncident(incident);
      logIncident({ ...incident, error });
    }
  };
}
