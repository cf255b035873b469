import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import { writeFirstConfig } from '@toolmark/config';
import { type GatewayOptions, type RunningGateway, startGateway } from '@toolmark/gateway';
import { dataDirOf } from './data-dir.ts';
import { addressOptions } from './find-gateway.ts';
import { EXIT, type ExitCode, type Io, wantsColor } from './io.ts';
import { openBrowser } from './open-browser.ts';
import { resetPasskeysOnTerminal } from './passkeys/reset.ts';

export interface ServeCommandOptions extends GatewayCommandOptions {
  readonly host?: string;
  readonly port?: number;
  readonly open?: boolean;
  readonly resetPasskeys?: boolean;
  readonly auth: boolean;
}

/** The options of both `serve` and `stdio`. */
export interface GatewayCommandOptions {
  readonly config?: string;
  readonly data?: string;
  readonly transparent?: boolean;
  readonly logLevel?: GatewayOptions['logLevel'];
  readonly logFormat?: 'text' | 'json';
}

/** `toolmark serve`: runs the gateway until it is stopped. */
export async function serveCommand(options: ServeCommandOptions, io: Io): Promise<ExitCode> {
  const found = await gatewayOptions(options, io);
  if (!found.ok) {
    io.stderr.write(`${found.error}\n`);
    return EXIT.couldNotRun;
  }
  const { isFirst, ...gateway } = found.value;
  const reset = options.resetPasskeys ? await resetPasskeysOnTerminal(gateway.dataDir, io) : ok(undefined);
  if (!reset.ok) {
    io.stderr.write(`${reset.error}\n`);
    return EXIT.couldNotRun;
  }
  const started = await startGateway({
    ...gateway,
    auth: options.auth,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.port !== undefined && { port: options.port }),
  });
  if (!started.ok) {
    io.stderr.write(`${started.error}\n`);
    return EXIT.couldNotRun;
  }
  const running = started.value;
  io.stdout.write(`toolmark ready ${running.url}\n`);
  const data = addressOptions(options.data === undefined ? {} : { data: options.data });
  if (isFirst || io.stderr.isTTY) io.stderr.write(introduction(running, { isFirst, data, io }));
  if (options.open) void openPage(running, data, io);
  await aborted(io.signal);
  await running.close();
  return EXIT.clean;
}

/** Finds config and data folder, and creates the first config. */
export async function gatewayOptions(
  options: GatewayCommandOptions,
  io: Io,
): Promise<Result<Omit<GatewayOptions, 'auth'> & { readonly isFirst: boolean }, string>> {
  const dataDir = dataDirOf(options.data, io);
  const configFile = options.config === undefined ? join(dataDir, 'toolmark.json') : resolve(io.cwd, options.config);
  // A config that was named but does not exist is an error; only the default one is created.
  if (options.config !== undefined && !existsSync(configFile)) {
    return err(
      `${configFile} does not exist. Check the path, or leave out --config: the gateway then creates ${join(dataDir, 'toolmark.json')}.`,
    );
  }
  const mayWrite = options.config === undefined && !existsSync(configFile);
  const first = mayWrite ? await writeFirstConfig(configFile) : ok(false);
  if (!first.ok) return first;
  return ok({
    isFirst: first.value,
    dataDir,
    configFile,
    env: io.env,
    self: { ...io.self, env: { TOOLMARK_HOME: dataDir } },
    version: io.version,
    transparent: options.transparent === true,
    ...(options.logLevel !== undefined && { logLevel: options.logLevel }),
    log: {
      format: options.logFormat ?? (io.stderr.isTTY ? 'text' : 'json'),
      color: wantsColor(io.stderr, io.env, undefined),
      destination: { write: (line) => void io.stderr.write(line) },
    },
  });
}

/** Prints no link on failure: the output may be a log. */
async function openPage(running: RunningGateway, data: string, io: Io): Promise<void> {
  if (await openBrowser(running.pageLink(LINK_LASTS_MS), io.env)) return;
  io.stderr.write(`No browser could be opened here. Get a link to the page with: toolmark open --print${data}\n`);
}

/** People may read a gateway's startup output only after a while. */
const LINK_LASTS_MS = 60 * 60_000;

interface Introduced {
  readonly isFirst: boolean;
  /** The option for the same data folder. */
  readonly data: string;
  readonly io: Io;
}

function introduction(running: RunningGateway, { isFirst, data, io }: Introduced): string {
  const { url, ownerFile, configFile } = running;
  // A link signs its reader in, so print it only on a terminal: other output may be stored.
  const page = io.stderr.isTTY
    ? `${running.pageLink(LINK_LASTS_MS)}${ownerFile === undefined ? '' : ' (works once, within the hour)'}`
    : `${url}/${ownerFile === undefined ? '' : ` (sign a browser in with: toolmark open${data})`}`;
  const lines = [
    '',
    `  Page          ${page}`,
    `  MCP endpoint  ${url}/mcp`,
    ...(ownerFile === undefined ? ['  No token is required (--no-auth).'] : [`  Owner's token ${ownerFile}`]),
    `  Config        ${configFile}${isFirst ? ' (new, with the demo server)' : ''}`,
    '',
    ...(isFirst
      ? [
          'Next:',
          `  1. Add your own servers to ${configFile}; changes apply on save. To import those of your clients: toolmark import${data}`,
          `  2. Connect a client, which gives it its own token: toolmark connect claude-code${data}`,
          `  3. Look around: on the page, or with toolmark servers${data}, toolmark tools${data} (in a clone: npm run toolmark -- tools${data}).`,
          '',
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
