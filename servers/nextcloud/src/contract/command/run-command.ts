import { writeFile } from 'node:fs/promises';
import { warnOfPlainHttp } from '../../account/server-url.ts';
import { toBasic } from '../../account/to-basic.ts';
import { NextcloudError } from '../../errors.ts';
import { createNextcloud } from '../../http/create-nextcloud.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { MODULES } from '../../modules/modules.ts';
import type { ModuleContract, Verdict } from '../contract.ts';
import { CONTRACTS } from '../contracts.ts';
import { createContractWorld } from '../create-contract-world.ts';
import { toHintValues } from '../hint-values.ts';
import { runContract } from '../run-contract.ts';
import { checkServer } from './check-server.ts';
import { openClient } from './open-client.ts';
import type { ContractCommand } from './options.ts';
import { type ContractReport, exitCodeOf, formatReport, toToolReports } from './report.ts';

export interface CommandIo {
  /** Called with each line of progress or error. */
  readonly tell: (line: string) => void;
  readonly print: (text: string) => void;
  /** Aborts the run; created objects are still removed. */
  readonly stop: AbortSignal;
}

/** Runs the contract against a server and gives the exit code. */
export async function runContractCommand(command: ContractCommand, password: string, io: CommandIo): Promise<number> {
  const { url, user, jsonFile } = command;
  const warning = warnOfPlainHttp(url);
  if (warning !== undefined) io.tell(`warning: ${warning}`);
  const nextcloud = createNextcloud({ url, user, authorization: () => toBasic({ user, password }) });
  const startedAt = new Date().toISOString();
  try {
    const server = await checkServer(nextcloud, io.stop);
    const leftOut = MODULES.flatMap(({ name, app }) =>
      app !== undefined && server.missing.includes(app) && isChosen(command, name) ? [{ module: name, app }] : [],
    );
    const contracts = CONTRACTS.filter(
      ({ module }) => isChosen(command, module) && !leftOut.some((each) => each.module === module),
    );
    const outcome = await runAll(contracts, nextcloud, command, io);
    const report: ContractReport = {
      nextcloud: { url, version: server.version },
      startedAt,
      finishedAt: new Date().toISOString(),
      isInterrupted: io.stop.aborted,
      tools: toToolReports(toolsOf(contracts), outcome.verdicts),
      leftOut,
      leftBehind: outcome.leftBehind,
    };
    io.print(formatReport(report));
    if (jsonFile !== undefined) await writeFile(jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
    return exitCodeOf(report);
  } catch (error) {
    if (io.stop.aborted) return 130;
    const sentence = explain(error, command);
    if (sentence === undefined) throw error;
    io.tell(sentence);
    return 2;
  }
}

async function runAll(
  contracts: readonly ModuleContract[],
  nextcloud: Nextcloud,
  { shareWith, recipeUrl }: ContractCommand,
  { tell, stop }: CommandIo,
): Promise<{ readonly verdicts: readonly Verdict[]; readonly leftBehind: readonly string[] }> {
  const verdicts: Verdict[] = [];
  const leftBehind: string[] = [];
  const { client, close } = await openClient(nextcloud);
  try {
    const { tools } = await client.listTools();
    const hints = new Map(tools.map(({ name, annotations }) => [name, toHintValues(annotations)]));
    for (const contract of contracts) {
      if (stop.aborted) break;
      const { world, finish } = createContractWorld(client, { nextcloud, signal: stop, shareWith, recipeUrl });
      try {
        let count = 0;
        tell(`${contract.module}: ${contract.cases.length} cases`);
        for await (const verdict of runContract(contract, world, hints)) {
          verdicts.push(verdict);
          tell(`  ${++count}/${contract.cases.length} ${verdict.tool}: ${verdictText(verdict)}`);
        }
      } finally {
        tell(`  removing the test data of ${contract.module}`);
        leftBehind.push(...(await finish()));
      }
    }
  } finally {
    await close();
  }
  return { verdicts, leftBehind };
}

const isChosen = ({ modules }: ContractCommand, name: ContractCommand['modules'][number]): boolean =>
  modules.length === 0 || modules.includes(name);

const toolsOf = (contracts: readonly ModuleContract[]) =>
  contracts.flatMap(({ module, cases }) =>
    [...new Set(cases.map(({ tool }) => tool))].map((tool) => [module, tool] as const),
  );

function verdictText({ notRun, checks }: Verdict): string {
  if (notRun !== undefined) return `not run: ${notRun}`;
  return checks.find(({ broken }) => broken !== undefined)?.broken ?? 'passed';
}

function explain(error: unknown, { jsonFile, user }: ContractCommand): string | undefined {
  if (error instanceof NextcloudError)
    return error.code === 'BAD_CREDENTIALS'
      ? `Nextcloud did not accept the password of ${user}. Create an app password (Personal settings, Security) and give that one on stdin.`
      : error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'Nextcloud did not answer within 30 s. Check the URL and whether the server is busy.';
  if (error instanceof Error && 'code' in error && 'path' in error)
    return `The report cannot be written to ${jsonFile}: ${error.message}.`;
  return undefined;
}
