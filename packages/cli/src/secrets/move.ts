import { err } from '@toolmark/annotations';
import { movedSecretsSchema, type PlainSecret } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { confirmAction } from '../confirm-action.ts';
import { type AskOptions, ask, output } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { plural } from '../text/amounts.ts';

export interface MoveSecretsOptions extends AskOptions {
  readonly name?: string;
  readonly yes?: boolean;
}

/** `toolmark secrets move`: shows the plain secrets of a server, and moves them out of the config after confirmation. */
export function moveSecrets(
  server: string,
  keys: readonly string[],
  options: MoveSecretsOptions,
  io: Io,
): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const path = `/servers/${encodeURIComponent(server)}/secrets`;
    const looked = await gateway.request('POST', path, movedSecretsSchema, { body: { dry_run: true } });
    if (!looked.ok) return looked;
    const { moved: plain } = looked.value.value;
    const chosen = keys.length === 0 ? plain : plain.filter((secret) => keys.some((key) => isCalled(secret, key)));
    const unknown = keys.filter((key) => !plain.some((secret) => isCalled(secret, key)));
    const shown = safeText(server);
    if (unknown.length > 0) {
      const known = plain.length === 0 ? 'none' : plain.map((secret) => safeText(secret.path)).join(', ');
      return err({
        status: 404,
        message: `${shown} has no plain secret ${unknown.map(safeText).join(' or ')}. There is: ${known}.`,
      });
    }
    if (options.name !== undefined && chosen.length !== 1)
      return err({ status: undefined, message: '--name needs exactly one variable or header.' });
    if (chosen.length === 0)
      return output({ json: { moved: [] }, lines: () => [`The config of ${shown} has no plain secrets.`] });
    const secrets = chosen.map((secret) => ({ ...secret, name: options.name ?? secret.name }));
    const agreed = await confirmAction(
      {
        lines: ({ paint }) => [...secrets.map((secret) => `  ${describe(secret, (text) => paint('dim', text))}`), ''],
        question: `Move ${plural(secrets.length, 'value')} of ${shown} out of the config?`,
        otherwise: `Nothing of ${shown} was moved, because there is no terminal to ask in.`,
        declined: `Nothing of ${shown} was moved.`,
      },
      options,
      io,
    );
    if (!agreed.ok) return agreed;
    const moved = await gateway.request('POST', path, movedSecretsSchema, { body: { secrets } });
    if (!moved.ok) return moved;
    return output({
      json: moved.value.json,
      lines: ({ paint }) =>
        moved.value.value.moved.map(
          (secret) => `${paint('green', '✓')} ${describe(secret, (text) => paint('dim', text))}`,
        ),
    });
  });
}

const isCalled = ({ path }: PlainSecret, key: string): boolean =>
  path === key || path.slice(path.indexOf('.') + 1) === key;

const describe = ({ path, name }: PlainSecret, dim: (text: string) => string): string =>
  `${safeText(path)} ${dim('→')} \${secret:${safeText(name)}}`;
