import { parseArgs } from 'node:util';
import { parseServerUrl, withoutCredentials } from '../../account/server-url.ts';
import { MODULE_NAMES, type ModuleName } from '../../modules/module.ts';

/** The modules to check, and the account to check them on. */
export interface ContractCommand {
  readonly url: string;
  readonly user: string;
  /** Empty for all. */
  readonly modules: readonly ModuleName[];
  readonly shareWith?: string;
  readonly recipeUrl?: string;
  /** The file for the JSON report. */
  readonly jsonFile?: string;
}

export const HELP: string = `Checks that every tool does on a real Nextcloud what its hints say.

Usage: npm run nextcloud:contract -- --url URL --user NAME --password-stdin [options]

  --url URL          address of the Nextcloud
  --user NAME        an account there; a test account is best
  --password-stdin   read its app password from stdin (Nextcloud: Personal settings, Security)
  --module NAME      only this module; can be repeated: ${MODULE_NAMES.join(', ')}
  --share-with NAME  another account, for the case that shares a file with a user
  --recipe-url URL   a page with a recipe that the Nextcloud can reach, for the case that imports one
  --json FILE        also write the report as JSON
  --help             print this

It works on objects of its own, whose names begin with toolmark-, and removes them at the end, also after Ctrl-C.
Exit code: 0 all that ran passed, 1 a tool failed or something was left behind, 2 it could not run, 130 it was interrupted.
`;

/** Reads the arguments: a command, `help`, or an error message. */
export function parseContractCommand(argv: readonly string[]): ContractCommand | 'help' | { readonly problem: string } {
  const given = readArguments(argv);
  if (typeof given === 'string') return { problem: given };
  if (given.help === true) return 'help';
  const { url, user, module: modules = [] } = given;
  if (url === undefined) return { problem: 'Where is the Nextcloud? Give --url URL.' };
  const address = parseServerUrl(url);
  if (address === undefined)
    return { problem: `--url wants an address such as https://cloud.example.org, not '${withoutCredentials(url)}'.` };
  if (user === undefined || user === '') return { problem: 'Give the account with --user NAME.' };
  if (given['password-stdin'] !== true)
    return {
      problem:
        'Give --password-stdin, and the app password on stdin: a password among the arguments would be visible to others.',
    };
  const unknown = modules.find((name) => !isModuleName(name));
  if (unknown !== undefined)
    return { problem: `--module knows no '${unknown}'; there are ${MODULE_NAMES.join(', ')}.` };
  const { 'share-with': shareWith, 'recipe-url': recipeUrl, json: jsonFile } = given;
  return {
    url: address,
    user,
    modules: modules.filter(isModuleName),
    ...(shareWith !== undefined && { shareWith }),
    ...(recipeUrl !== undefined && { recipeUrl }),
    ...(jsonFile !== undefined && { jsonFile }),
  };
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        url: { type: 'string' },
        user: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        module: { type: 'string', multiple: true },
        'share-with': { type: 'string' },
        'recipe-url': { type: 'string' },
        json: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `${error.message.replace(/\.$/, '')}. --help lists the options.`;
  }
}

const isModuleName = (name: string): name is ModuleName => (MODULE_NAMES as readonly string[]).includes(name);
