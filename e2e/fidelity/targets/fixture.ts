import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from './process.ts';

const main = fileURLToPath(new URL('../fixtures/main.ts', import.meta.url));

type Eras = 'legacy' | 'modern' | 'both';

/** The command line of the fixture as a stdio server. */
export function fixtureCommand(eras: Eras, tools: string): readonly string[] {
  return [process.execPath, '--disable-warning=ExperimentalWarning', main, 'stdio', eras, tools];
}

/** Starts the fixture over HTTP: `<url>/mcp` is streamable HTTP, `<url>/sse` the older transport. */
export async function startFixture(
  eras: Eras,
  tools: string,
): Promise<{ readonly url: string; readonly program: Program }> {
  const program = startProgram([process.execPath, '--disable-warning=ExperimentalWarning', main, 'http', eras, tools]);
  const line = await program.line(/^ready /);
  return { url: line.replace('ready ', ''), program };
}
