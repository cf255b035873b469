import { type Server, serverListSchema, serverSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Command } from 'commander';
import type { DefineOptions } from './commands.ts';
import { type AskOptions, ask, output, withAskOptions } from './gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { defineRegistryCommands } from './registry/command.ts';
import { renderServer, renderServers } from './servers-command-text.ts';
import { defineLogin } from './servers-login.ts';
import { defineLogout } from './servers-logout.ts';
import { shellWord } from './text/shell-word.ts';

/** Defines `toolmark servers`: the servers of a running gateway. */
export function defineServers(servers: Command, options: DefineOptions): void {
  const { io, end } = options;
  withAskOptions(servers.command('list', { isDefault: true }))
    .description('list all servers, and why one is not ready (the default)')
    // Accept excess arguments, so that a forgotten "show" gets a better error than "too many arguments".
    .allowExcessArguments()
    .action(async (asked: AskOptions, { args: words }: Command) => {
      end(await (words.length === 0 ? listServers(asked, io) : refuseWords(words, io)));
    });
  withAskOptions(servers.command('show'))
    .description('show one server in detail')
    .argument('<name>', 'its name in the config')
    .action(async (name: string, asked: AskOptions) => end(await showServer(name, asked, io)));
  withAskOptions(servers.command('restart'))
    .description('close the connection to a server and open a new one')
    .argument('<name>', 'its name in the config')
    .addHelpText('after', '\nExit codes: 0 it is ready again, 1 it is not, 2 request failed.')
    .action(async (name: string, asked: AskOptions) => end(await restartServer(name, asked, io)));
  defineLogin(servers, options);
  defineLogout(servers, options);
  defineRegistryCommands(servers, options);
}

function listServers(options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', '/servers', serverListSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    const { config_problem: config, record_problem: record } = value;
    const warn = [
      ...(config === undefined
        ? []
        : ['', `The changed config cannot be used; the previous one stays in use. ${safeText(config)}`]),
      ...(record === undefined ? [] : ['', `Calls are not recorded correctly. ${safeText(record)}`]),
    ];
    return output({ json, lines: (screen) => [...renderServers(value.servers, screen), ...warn] });
  });
}

function showServer(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', `/servers/${encodeURIComponent(name)}`, serverSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderServer(value, screen) });
  });
}

function restartServer(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('POST', `/servers/${encodeURIComponent(name)}/restart`, serverSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    const code = value.state === 'ready' ? EXIT.clean : EXIT.findings;
    return output({ json, code, lines: ({ paint }) => [paint(code === 0 ? 'green' : 'yellow', outcomeOf(value))] });
  });
}

function outcomeOf({ name, state, reason }: Server): string {
  const server = safeText(name);
  if (state === 'ready') return `✓ ${server} was restarted and is ready.`;
  const why = reason === null ? '' : ` ${safeText(reason)}`;
  return `! ${server} was restarted and is ${state}.${why} Check again with:\n  toolmark servers show ${shellWord(server)}`;
}

function refuseWords(words: readonly string[], io: Io): Promise<ExitCode> {
  io.stderr.write(`To see one server: toolmark servers show ${shellWord(words.join(' '))}\n`);
  return Promise.resolve(EXIT.couldNotRun);
}
