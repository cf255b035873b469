import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type RecipeFile, recipeFileSchema, type ServerRecipe, type Verification } from '@toolmark/verify';

const RECIPE_FILE = 'toolmark.verify.json';

/** The recipe of a server; an empty one where no file is demanded and none is there. */
export async function readRecipe(
  given: string | undefined,
  server: string,
  cwd: string,
  isNeeded: boolean,
): Promise<Result<ServerRecipe, string>> {
  const path = resolve(cwd, given ?? RECIPE_FILE);
  if (!isNeeded && !existsSync(path)) return ok({});
  const file = await readFileAt(path);
  if (!file.ok) return file;
  const names = Object.keys(file.value.servers);
  // A command on the command line has no name; a file with one server is about it.
  const name = names.length === 1 ? names[0] : server;
  return ok(file.value.servers[name ?? server] ?? {});
}

async function readFileAt(path: string): Promise<Result<RecipeFile, string>> {
  try {
    const parsed = recipeFileSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (parsed.success) return ok(parsed.data);
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    return err(`${path} is not a recipe:\n${problems.join('\n')}`);
  } catch (error) {
    return err(`${path} cannot be read: ${toMessage(error)}`);
  }
}

/** Writes the arguments that worked, so that people correct instead of invent. Keeps what a person wrote before. */
export async function writeRecipe(
  given: string | undefined,
  server: string,
  { tools }: Verification,
  cwd: string,
): Promise<Result<string, string>> {
  const path = resolve(cwd, given ?? RECIPE_FILE);
  const before: Result<RecipeFile, string> = existsSync(path) ? await readFileAt(path) : ok({ servers: {} });
  if (!before.ok) return before;
  const known = before.value.servers[server] ?? {};
  const found = Object.fromEntries(
    tools.map(({ name, examples }) => [name, examples.map((step) => ({ arguments: { ...step.arguments } }))]),
  );
  const servers = { ...before.value.servers, [server]: { ...known, tools: { ...found, ...known.tools } } };
  try {
    await writeFile(path, `${JSON.stringify({ ...before.value, servers }, null, 2)}\n`);
    return ok(path);
  } catch (error) {
    return err(`${path} cannot be written: ${toMessage(error)}`);
  }
}
