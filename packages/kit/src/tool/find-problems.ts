import {
  conforms,
  err,
  HINT_NAMES,
  type HintName,
  isJsonObject,
  type JsonSchema,
  type Problem,
  type Result,
} from '@toolmark/annotations';
import { isToolSchema, jsonSchemaOf } from '../schema/tool-schema.ts';
import { undescribedParameters } from '../schema/undescribed-parameters.ts';

/**
 * Finds all problems of a declaration. In TypeScript most of them do not compile; this is for plain JavaScript and for
 * rules that types cannot express.
 */
export function findProblems(declaration: Declaration): readonly Problem[] {
  const { name, isTaken, config, handler } = declaration;
  if (!isJsonObject(config))
    return [{ path: '', message: 'The second argument must be the configuration of the tool.' }];
  return [
    ...nameProblems(name, isTaken),
    ...textProblems(config),
    ...hintProblems(config['annotations'], config['title']),
    ...inputProblems(config['inputSchema']),
    ...outputProblems(config['outputSchema'], config['description']),
    ...functionProblems(config['use'], handler),
  ];
}

/** The arguments of `registerTool`, not yet validated. */
export interface Declaration {
  readonly name: unknown;
  readonly isTaken: boolean;
  readonly config: unknown;
  readonly handler: unknown;
}

function* nameProblems(name: unknown, isTaken: boolean): Iterable<Problem> {
  if (!isText(name)) yield { path: 'name', message: 'The name is missing.' };
  else if (isTaken)
    yield { path: 'name', message: `The server already has a tool '${name}'. Give this one another name.` };
}

function* textProblems(config: { readonly [key: string]: unknown }): Iterable<Problem> {
  const { title, description } = config;
  if (!isText(title)) {
    yield { path: 'title', message: "title is missing. Give the tool a readable name, such as 'Delete Note'." };
  }
  const summary = isJsonObject(description) ? description['summary'] : description;
  if (!isText(summary)) {
    const path = isJsonObject(description) ? 'description.summary' : 'description';
    yield { path, message: `${path} is missing. Say in a sentence or two what the tool does.` };
  }
}

const HOW_TO_SAY: Readonly<Record<HintName, string>> = {
  readOnlyHint: 'true if the tool changes nothing, false if it can',
  destructiveHint: 'true if the tool can overwrite or remove something, false if it only adds or only reads',
  idempotentHint: 'true if a repeat with the same arguments has no further effect, else false',
  openWorldHint: "true if the tool reaches beyond the server's own data, else false",
};

function* hintProblems(annotations: unknown, title: unknown): Iterable<Problem> {
  const hints = isJsonObject(annotations) ? annotations : {};
  for (const name of HINT_NAMES) {
    const path = `annotations.${name}`;
    if (hints[name] === undefined) yield { path, message: `${path} is missing. Say ${HOW_TO_SAY[name]}.` };
    else if (typeof hints[name] !== 'boolean') {
      yield { path, message: `${path} is ${JSON.stringify(hints[name])}, not a boolean. Say ${HOW_TO_SAY[name]}.` };
    }
  }
  if (hints['readOnlyHint'] === true && hints['destructiveHint'] === true) {
    yield {
      path: 'annotations',
      message:
        'annotations has readOnlyHint and destructiveHint both true. A tool that changes nothing destroys nothing: ' +
        'set readOnlyHint to false, or destructiveHint to false.',
    };
  }
  if (hints['title'] !== undefined && hints['title'] !== title) {
    yield {
      path: 'annotations.title',
      message: 'annotations.title differs from title. Leave it out: the kit writes title in both places.',
    };
  }
}

function inputProblems(schema: unknown): readonly Problem[] {
  if (schema === undefined) return [];
  const json = readSchema('inputSchema', schema);
  if (!json.ok) return [json.error];
  return undescribedParameters(json.value).map((parameter) => ({
    path: `inputSchema.${parameter}`,
    message: `Parameter '${parameter}' has no description. Add one, with Zod: .describe('…').`,
  }));
}

function outputProblems(schema: unknown, description: unknown): readonly Problem[] {
  if (schema === undefined) return [];
  const json = readSchema('outputSchema', schema);
  if (!json.ok) return [json.error];
  const example = isJsonObject(description) ? description['example'] : undefined;
  if (example === undefined) return [];
  const conformance = conforms(example, json.value, { patterns: true });
  if (conformance.kind !== 'misfits') return [];
  return conformance.problems.map(({ path, message }) => ({
    path: path === '' ? 'description.example' : `description.example.${path}`,
    message: `The example does not fit outputSchema${path === '' ? '' : ` at '${path}'`}: ${message}. Show a real response.`,
  }));
}

function readSchema(path: 'inputSchema' | 'outputSchema', schema: unknown): Result<JsonSchema, Problem> {
  if (!isToolSchema(schema)) {
    return err({
      path,
      message:
        `${path} is not a Standard Schema with JSON Schema support. ` +
        'Use z.object({ … }) of Zod 4.2 or later, for example.',
    });
  }
  const json = jsonSchemaOf(schema, path === 'inputSchema' ? 'input' : 'output');
  if (json.ok) return json;
  return err({
    path,
    message: `${path} cannot be an object in JSON Schema: ${json.error}. Use z.object({ … }) with JSON types inside.`,
  });
}

function* functionProblems(use: unknown, handler: unknown): Iterable<Problem> {
  if (use !== undefined && !(Array.isArray(use) && use.every((step) => typeof step === 'function'))) {
    yield { path: 'use', message: 'use must be a list of middleware functions.' };
  }
  if (typeof handler !== 'function') {
    yield { path: 'handler', message: 'The third argument must be the handler function.' };
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
