import { callModes, policyInUseSchema } from '@toolmark/api-contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { parseJson } from '../find-gateway.ts';
import { type AskOptions, ask, output, withAskOptions } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { parseMoment } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import { type ExplainOptions, explain } from './explain.ts';
import { EXPLAIN_HELP, POLICY_HELP, REPLAY_HELP, SHOW_HELP, TEST_HELP } from './help.ts';
import type { ReplayPolicyOptions } from './replay.ts';
import { renderPolicy } from './show-text.ts';
import type { TestOptions } from './test.ts';

/** Defines `toolmark policy`: what happens to calls, and why. */
export function definePolicy(policy: Command, { io, end }: DefineOptions): void {
  const show = withAskOptions(policy.command('show'))
    .description('show the current policy: rules in order, defaults, limits and checks')
    .action(async (options: AskOptions) => end(await shown(options, io)));
  const explained = withAskOptions(policy.command('explain'))
    .description('show which decision a call would get, and why, without making it')
    .argument('<server>', 'the server; or server/tool or server__tool as one word')
    .argument('[tool]', 'the tool, by its original name or the one that clients see')
    .option('--args <json>', 'the arguments of the call (default: none)', parseArguments)
    .option('--client <name>', "the client's name")
    .option('--token <name>', "the token's name")
    .addOption(new Option('--mode <mode>', 'how the call arrives (default: direct)').choices(callModes))
    .action(async (server: string, tool: string | undefined, options: ExplainOptions) =>
      end(await explain(server, tool, options, io)),
    );
  const test = policy
    .command('test')
    .description('check a policy against the cases in a file; needs no gateway')
    .argument('<file>', 'calls with the expected decisions')
    .option('--config <file>', 'the config with the policy (default: toolmark.json in the data folder)')
    .option('--data <dir>', 'the data folder (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--json', 'print the outcome of each case as JSON')
    .option('--color', 'always colour the text (default: only on a terminal)')
    .option('--no-color', 'never colour the text')
    .action(async (file: string, options: TestOptions) => {
      const [{ testPolicy }, { runPolicyCases }] = await Promise.all([
        import('./test.ts'),
        import('@toolmark/gateway'),
      ]);
      end(await testPolicy(file, options, io, runPolicyCases));
    });
  const replay = withAskOptions(policy.command('replay'))
    .description('show what a policy would have decided for recorded calls, without making them')
    .requiredOption(
      '--since <time>',
      'calls that started at this time or later: 30m, 24h, 7d, 4w, 2026-11-15',
      parseMoment(io.now()),
    )
    .option('--until <time>', 'calls that started before this time (default: now)', parseMoment(io.now()))
    .option('--policy <file>', 'a toolmark.json, or only its policy (default: the current policy)')
    .action(async (options: ReplayPolicyOptions) => {
      const { replayPolicy } = await import('./replay.ts');
      end(await replayPolicy(options, io));
    });
  withHelpText(policy, io, POLICY_HELP);
  withHelpText(show, io, SHOW_HELP);
  withHelpText(explained, io, EXPLAIN_HELP);
  withHelpText(test, io, TEST_HELP);
  withHelpText(replay, io, REPLAY_HELP);
}

function shown(options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', '/policy', policyInUseSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderPolicy(value, screen) });
  });
}

function parseArguments(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new InvalidArgumentError(`Give a JSON object, such as --args '{"id":"n-1"}'`);
}
