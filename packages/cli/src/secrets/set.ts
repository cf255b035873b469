import { buffer } from 'node:stream/consumers';
import { err, ok, type Result } from '@toolmark/annotations';
import { hasPerson } from '../ask-person.ts';
import { output } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { askHidden } from './ask-hidden.ts';
import { PLACES, toJson } from './list.ts';
import { type SecretsOptions, withSecrets } from './with-secrets.ts';

/** `toolmark secrets set`: reads a value from the terminal or from stdin, and keeps it. */
export function setSecret(name: string, options: SecretsOptions, io: Io): Promise<ExitCode> {
  return withSecrets(options, io, async (store) => {
    const value = await readValue(name, io);
    if (!value.ok) return err({ status: undefined, message: value.error });
    const isNew = !store.list().some((secret) => secret.name === name);
    const kept = await store.set(name, value.value);
    if (!kept.ok) return err({ status: undefined, message: kept.error });
    return output({
      json: toJson(kept.value),
      lines: ({ paint }) => [
        `${paint('green', '✓')} ${name} is ${isNew ? 'set' : 'changed'} (${PLACES[kept.value.place]}).`,
        `  ${paint('dim', `Refer to it in the config: \${secret:${name}}`)}`,
      ],
    });
  });
}

async function readValue(name: string, io: Io): Promise<Result<string, string>> {
  if (hasPerson(io)) {
    const typed = await askHidden(`Value of ${name}: `, io);
    return typed === undefined ? err(`${name} was not set.`) : ok(typed);
  }
  const bytes = await buffer(io.streams.stdin);
  return ok(bytes.toString('utf8').replace(/\r?\n$/, ''));
}
