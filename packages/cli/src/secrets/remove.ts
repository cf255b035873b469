import { err } from '@toolmark/annotations';
import { safeText } from '@toolmark/audit';
import { confirmAction } from '../confirm-action.ts';
import { output } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { type SecretsOptions, withSecrets } from './with-secrets.ts';

export interface RemoveSecretOptions extends SecretsOptions {
  readonly yes?: boolean;
}

/** `toolmark secrets remove`: removes a secret after confirmation. */
export function removeSecret(name: string, options: RemoveSecretOptions, io: Io): Promise<ExitCode> {
  return withSecrets(options, io, async (store) => {
    if (!store.list().some((secret) => secret.name === name)) {
      return err({ status: 404, message: `There is no secret '${safeText(name)}'. To list them: toolmark secrets` });
    }
    const agreed = await confirmAction(
      {
        lines: () => [],
        question: `Remove ${name}? Its value is lost, and servers that need it will not start.`,
        otherwise: `${name} was not removed, because there is no terminal to ask in.`,
        declined: `${name} was not removed.`,
      },
      options,
      io,
    );
    if (!agreed.ok) return agreed;
    const removed = await store.remove(name);
    if (!removed.ok) return err({ status: undefined, message: removed.error });
    return output({
      json: { name, removed: true },
      lines: ({ paint }) => [`${paint('green', '✓')} ${name} is removed.`],
    });
  });
}
