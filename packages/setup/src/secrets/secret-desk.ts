import { err, ok, type Result } from '@toolmark/annotations';
import type { MovedSecrets, MoveSecretsRequest, PlainSecret, Secret } from '@toolmark/api-contract';
import { isSecretName, type SecretStore } from '@toolmark/secrets';
import type { ConfigEditor } from '../edit/config-editor.ts';
import { type EditProblem, type ReadConfig, refuse } from '../edit/current-config.ts';
import { type FoundSecret, plainSecrets, replaceByReferences } from '../edit/move-secrets.ts';

/** Manages secrets for the page and the CLI: without values, with the servers that use them. */
export interface SecretDesk {
  readonly list: () => Promise<readonly Secret[]>;
  readonly set: (name: string, value: string) => Promise<Result<Secret, EditProblem>>;
  readonly remove: (name: string) => Promise<Result<void, EditProblem>>;
  /** Replaces plain secrets in a server's config by references to stored secrets. */
  readonly move: (server: string, request: MoveSecretsRequest) => Promise<Result<MovedSecrets, EditProblem>>;
}

/**
 * @example
 * const desk = createSecretDesk(store, editor);
 * await desk.move('github', {}) // { ok: true, value: { moved: [{ path: 'env.GITHUB_TOKEN', name: 'GITHUB_TOKEN' }] } }
 */
export function createSecretDesk(store: SecretStore, editor: Pick<ConfigEditor, 'servers' | 'edit'>): SecretDesk {
  const list = async (): Promise<readonly Secret[]> => {
    const servers = await editor.servers();
    const usersByName = new Map<string, string[]>();
    for (const { name, entry } of servers.ok ? servers.value : []) {
      for (const secret of referencesIn(entry)) usersByName.set(secret, [...(usersByName.get(secret) ?? []), name]);
    }
    const set = store.list().map(
      ({ name, place, updatedAt, problem = null }): Secret => ({
        name,
        place,
        updated_at: new Date(updatedAt).toISOString(),
        problem,
        used_by: usersByName.get(name) ?? [],
      }),
    );
    const names = new Set(set.map(({ name }) => name));
    const missing = [...usersByName].flatMap(([name, users]): readonly Secret[] =>
      names.has(name) ? [] : [{ name, place: null, updated_at: null, problem: null, used_by: users }],
    );
    return [...missing, ...set];
  };

  const keep = async (secrets: readonly FoundSecret[]): Promise<Result<readonly string[], EditProblem>> => {
    const made: string[] = [];
    for (const { name, value } of secrets) {
      if (store.get(name) === value) continue;
      const kept = await store.set(name, value);
      if (!kept.ok) return refuse('unwritable', kept.error);
      made.push(name);
    }
    return ok(made);
  };

  return {
    list,
    set: async (name, value) => {
      if (!isSecretName(name)) {
        const message = "must be letters, digits, '_', '.' and '-', 64 at most, and begin with a letter or '_'";
        return refuse('invalid', `'${name}' cannot be the name of a secret.`, [{ path: 'name', message }]);
      }
      const kept = await store.set(name, value);
      if (!kept.ok) return refuse('unwritable', kept.error);
      const found = (await list()).find((secret) => secret.name === name);
      return found === undefined ? refuse('missing', `There is no secret '${name}'.`) : ok(found);
    },
    remove: async (name) => {
      const removed = await store.remove(name);
      if (!removed.ok) return refuse('unwritable', removed.error);
      return removed.value ? ok(undefined) : refuse('missing', `There is no secret '${name}'.`);
    },
    move: async (server, { secrets: wanted, dry_run: isDryRun = false }) => {
      let found: readonly FoundSecret[] = [];
      const choose = (current: ReadConfig): Result<readonly FoundSecret[], EditProblem> => {
        const names = store.list().map(({ name }) => name);
        const plain = plainSecrets(current, server, names);
        return plain.ok && wanted !== undefined ? selectSecrets(plain.value, wanted, names, server) : plain;
      };
      // A dry run of an edit without changes reads the config.
      const looked = await editor.edit((current) => {
        const chosen = choose(current);
        if (!chosen.ok) return chosen;
        found = chosen.value;
        return ok({ text: current.masked, secrets: current });
      }, true);
      if (!looked.ok) return looked;
      const moved = found.map(({ path, name }) => ({ path, name }));
      if (isDryRun || found.length === 0) return ok({ moved });

      const made = await keep(found);
      if (!made.ok) return made;
      const named = found;
      const changed = await editor.edit((current) => {
        const now = plainSecrets(current, server, []);
        if (!now.ok) return now;
        // The config may have changed since, so only values that were stored are replaced.
        const same = now.value.flatMap((place) => {
          const match = named.find(({ path, value }) => path === place.path && value === place.value);
          return match === undefined ? [] : [{ ...place, name: match.name }];
        });
        if (same.length < named.length) return refuse('conflict', 'The config was changed meanwhile. Try again.');
        return ok(replaceByReferences(current, same, server));
      });
      if (changed.ok) return ok({ moved });
      for (const name of made.value) await store.remove(name);
      return err(changed.error);
    },
  };
}

const referencesIn = (entry: unknown): ReadonlySet<string> =>
  new Set([...JSON.stringify(entry).matchAll(/\$\{secret:([A-Za-z_][A-Za-z0-9_.-]*)\}/g)].map(([, name = '']) => name));

/** The requested secrets under the requested names. */
function selectSecrets(
  found: readonly FoundSecret[],
  wanted: readonly PlainSecret[],
  taken: readonly string[],
  server: string,
): Result<readonly FoundSecret[], EditProblem> {
  const picked: FoundSecret[] = [];
  for (const { path, name } of wanted) {
    const secret = found.find((one) => one.path === path);
    if (secret === undefined) return refuse('missing', `The config of '${server}' has no plain secret at ${path}.`);
    if (taken.includes(name)) return refuse('conflict', `There is a secret '${name}' already. Use another name.`);
    if (picked.some((one) => one.name === name))
      return refuse('conflict', `Two secrets would have the name '${name}'.`);
    picked.push({ ...secret, name });
  }
  return ok(picked);
}
