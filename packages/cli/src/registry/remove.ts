import { safeText } from '@toolmark/audit';
import { confirmAction } from '../confirm-action.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { shellWord } from '../text/shell-word.ts';
import { type ConfigFileOptions, openConfigFile } from './open-config-file.ts';

export interface RemoveOptions extends ConfigFileOptions {
  readonly json?: boolean;
  readonly color?: boolean;
  readonly yes?: boolean;
}

export async function removeServer(name: string, options: RemoveOptions, io: Io): Promise<ExitCode> {
  const { desk, isRunning } = await openConfigFile(options, io);
  const say = (message: string, code: ExitCode): ExitCode => {
    io.stderr.write(`${safeText(message)}\n`);
    return code;
  };
  const names = await desk.names();
  if (!names.ok) return say(names.error.message, EXIT.couldNotRun);
  if (!names.value.includes(name)) {
    const known = names.value.length === 0 ? 'It has none.' : `Known: ${names.value.join(', ')}.`;
    return say(`There is no server '${name}' in ${desk.configFile}. ${known}`, EXIT.couldNotRun);
  }
  const agreed = await confirmAction(
    {
      lines: () => [`${safeText(name)} would be removed from ${desk.configFile}${isRunning ? ' and stopped' : ''}.`],
      question: 'Remove it?',
      otherwise: `Removing '${safeText(name)}' from ${desk.configFile} needs confirmation.`,
      declined: 'Nothing was changed.',
    },
    options,
    io,
  );
  if (!agreed.ok) return say(agreed.error.message, EXIT.findings);
  const removed = await desk.remove(name);
  if (!removed.ok) return say(removed.error.message, EXIT.findings);
  const next = isRunning ? ' The running gateway stops it.' : '';
  io.stdout.write(
    options.json
      ? `${JSON.stringify({ removed: name, config: desk.configFile }, null, 2)}\n`
      : `✓ ${shellWord(safeText(name))} was removed from ${desk.configFile}.${next}\n`,
  );
  return EXIT.clean;
}
