import { homedir } from 'node:os';
import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';
import type { DoctorOptions } from './doctor.ts';

/** Defines `toolmark doctor`: checks everything that can be wrong, with advice. */
export function defineDoctor(doctor: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(doctor, 'print all checks as JSON'), io, DOCTOR_HELP)
    .option('--config <file>', 'the config to check (default: toolmark.json in the data folder)')
    .action(async (options: DoctorOptions) => {
      const [{ runDoctor }, { checkConfig }, { checkRecord }] = await Promise.all([
        import('./doctor.ts'),
        import('@toolmark/config'),
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
Checks Node, the data folder, tokens, config, the running gateway and its record, every server, the entries of AI clients
on this machine that mention toolmark, backups beside them that hold a token, and servers that could be imported. Changes nothing. ✓ fine, ! could be better, ✗ wrong.

Examples:
  toolmark doctor
  toolmark doctor --json

Exit codes: 0 no problems, 1 problems, 2 could not check.`;
