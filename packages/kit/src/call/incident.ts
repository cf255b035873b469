/** Something went wrong that the caller must not see. */
export interface Incident {
  /** Also in the answer to the caller, so that a report of theirs leads here. */
  readonly id: string;
  /** Undefined where it was not the call of one tool. */
  readonly tool: string | undefined;
  readonly error: unknown;
}

/**
 * Takes incidents, usually to a log.
 *
 * @example
 * const onError: IncidentHandler = ({ id, tool, error }) => logger.error({ id, tool, error });
 */
export type IncidentHandler = (incident: Incident) => void;

/** One line on stderr, the one place where a stdio server may write. */
export function logIncident({ id, tool, error }: Incident): void {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  // biome-ignore lint/suspicious/noConsole: stderr is where a server without a logger of its own is heard.
  console.error(
    `toolmark: incident ${id}${tool === undefined ? '' : ` in tool '${tool}'`}: ${text.replaceAll(/\s*\n\s*/g, ' | ')}`,
  );
}

/** The handler, with a safety net: what reports errors must not make new ones. */
export function safely(handler: IncidentHandler): IncidentHandler {
  return (incident) => {
    try {
      handler(incident);
    } catch (error) {
      logIncident(incident);
      logIncident({ ...incident, error });
    }
  };
}
