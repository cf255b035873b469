import { homedir } from 'node:os';
import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';
import type { DoctorOptions } from './doctor.ts';

/** `toolmark doctor`: looks at everything that can be wrong, and says what to do. */
export function defineDoctor(doctor: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(doctor, 'print everything that was looked at as JSON'), io, DOCTOR_HELP)
    .option('--config <file>', 'the config to check (default: toolmark.json in the data folder)')
    .action(async (options: DoctorOptions) => {
      const [{ runDoctor }, { checkConfig, checkRecord }] = await Promise.all([
        import('./doctor.ts'),
        import('@toolmark/gateway'),
      ]);
      const { platform, versions } = process;
      end(
        await runDoctor(options, io, {
          checkConfig,
          checkRecord,
          platform,
          nodeVersion: versions.node,
          home: homedir(),
        }),
      );
    });
}

const DOCTOR_HELP = `
Looks at Node, the data folder, tokens, config, the running gateway and its record, every server, the entries of AI clients
on this machine that mention toolmark, backups beside them that hold a token, and servers that could be imported. It only reads. ✓ is well, ! could be better, ✗ is wrong.

Examples:
  toolmark doctor
  toolmark doctor --json

Exit codes: 0 nothing is wrong, 1 something is, 2 could not look.`;
