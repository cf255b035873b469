/** The command-line options for parameters of the API. */
const OPTIONS: Readonly<Record<string, string>> = {
  session_id: '--session',
  server: '--server',
  tool: '--tool',
  status: '--status',
  class: '--class',
  decision: '--decision',
  client: '--client',
  from: '--since',
  to: '--until',
  q: '--search',
  limit: '--limit',
  format: '--format',
  bodies: '--bodies',
  contradicted: '--contradicted',
};

interface Problem {
  readonly path: string;
  readonly message: string;
}

/**
 * The problems of a request in terms of command-line options; `undefined` if none is about an option.
 *
 * @example
 * toOptionProblems([{ path: 'from', message: 'must be before to' }]) // '--since must be before --until.'
 */
export function toOptionProblems(problems: readonly Problem[]): string | undefined {
  if (!problems.some(({ path }) => Object.hasOwn(OPTIONS, path))) return undefined;
  const sentences = problems.map(({ path, message }) => `${OPTIONS[path] ?? path} ${withOptions(message)}`.trim());
  return `${sentences.join('; ').replace(/\.$/, '')}.`;
}

/** A message may mention a second parameter at its end. */
function withOptions(message: string): string {
  return message.replace(/(?<= before | after | with )(from|to|q|limit)$/, (name) => OPTIONS[name] ?? name);
}
