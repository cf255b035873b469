import type { ClientScope } from '@toolmark/setup';
import type { AskOptions } from '../gateway-client-command.ts';

/** The options of `toolmark connect`. */
export interface ConnectOptions extends AskOptions {
  readonly config?: string;
  readonly scope: ClientScope;
  readonly profile?: string;
  readonly search?: boolean;
  readonly tokenEnv?: string;
  readonly tokenStdin?: boolean;
  readonly stdio?: boolean;
  readonly list?: boolean;
  readonly print?: boolean;
  readonly undo?: boolean;
  readonly replaceToken?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}
