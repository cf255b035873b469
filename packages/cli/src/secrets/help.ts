export const SECRETS_HELP: string = `
A config refers to a secret as \${secret:NAME}, in env, args, url, headers and oauth.clientSecret. The value is kept in the
keyring of the operating system; if there is none, encrypted in the data folder. It is never printed.

TOOLMARK_SECRET_STORE=keyring|file chooses one of the two. Programs that run as you can read both; so can the gateway's
servers, unless they run as another user.

Examples:
  toolmark secrets                                   list names, places and changes
  toolmark secrets set GITHUB_TOKEN                  type or paste the value
  op read op://work/github/token | toolmark secrets set GITHUB_TOKEN
  toolmark secrets move github                       replace the plain secrets of a server's config
  toolmark secrets remove GITHUB_TOKEN`;

export const SET_HELP: string = `
The value comes from the terminal, where it is not shown, or from stdin, without its last line break. It is not an argument,
because arguments are visible to other users and stay in the shell's history. A running gateway restarts the servers that
use it.

Examples:
  toolmark secrets set GITHUB_TOKEN
  toolmark secrets set GITHUB_TOKEN < token.txt

Exit codes: 0 set, 2 not set.`;

export const REMOVE_HELP: string = `
Servers whose config still refers to it are not started until it is set again.

Exit codes: 0 removed, 1 not confirmed, 2 not removed.`;

export const MOVE_HELP: string = `
Takes the values in env and headers of a server that look like secrets out of the config, and writes \${secret:NAME} instead.
Needs a running gateway, which edits the config.

Examples:
  toolmark secrets move github                       all of them; asks first
  toolmark secrets move github GITHUB_TOKEN          one variable or header
  toolmark secrets move github Authorization --name GITHUB_AUTH

Exit codes: 0 moved or nothing to move, 1 not confirmed, 2 not moved.`;
