import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createRestApp, ROUTES } from './app.ts';
import { ask, DEPS } from './fixtures/api.ts';
import { DOCUMENT, type Operation } from './fixtures/described.ts';
import { pathNames } from './openapi.ts';

const operations: readonly (readonly [string, Operation])[] = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

describe('the API description', () => {
  it('is served by the API', async () => {
    const response = await ask('/openapi.json');
    const { info, ...rest } = z
      .looseObject({ info: z.looseObject({ version: z.string() }) })
      .parse(await response.json());
    expect([response.status, info.version, rest['openapi']]).toEqual([200, '1.2.3', '3.1.1']);
    expect(rest['paths']).toEqual(JSON.parse(JSON.stringify(DOCUMENT.paths)));
  });

  it('has exactly the routes of the app', () => {
    const served = createRestApp(DEPS).routes.filter(({ method, path }) => method !== 'ALL' && path !== '/api/v1/*');
    const asDescribed = served.map(
      ({ method, path }) => `${method} ${path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(operations.map(([name]) => name).toSorted()).toEqual(asDescribed.toSorted());
    expect(new Set(asDescribed).size).toBe(ROUTES.length);
  });

  it('has no dangling references', () => {
    const refs = [...JSON.stringify(DOCUMENT).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    const known = Object.keys(DOCUMENT.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(refs.length).toBeGreaterThan(50);
    expect(refs.filter((ref) => !known.includes(ref))).toEqual([]);
  });

  it('has a unique name for every operation', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  });

  it.each(operations)('%s describes its parameters and errors', (name, operation) => {
    const { parameters = [], responses } = operation;
    expect(parameters.filter(({ description }) => !/^.+\.$/.test(description ?? ''))).toEqual([]);
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
    expect(inPath).toEqual(pathNames(name));
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '500']));
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
  });

  it('requires a credential, except for signing in', () => {
    const { security } = DOCUMENT;
    const others = operations.flatMap(([name, operation]) =>
      'security' in operation ? [[name, operation.security]] : [],
    );
    expect([security, others]).toEqual([[{ token: [] }, { page: [] }], [['POST /sign-in', []]]]);
  });

  it('marks required bodies', () => {
    const bodies = operations.flatMap(([name, { requestBody }]) =>
      requestBody === undefined ? [] : [[name, requestBody.required]],
    );
    expect(Object.fromEntries(bodies)).toMatchObject({
      'POST /approvals/{id}': true,
      'PUT /tools/{server}/{tool}/override': true,
      'POST /tools/{server}/{tool}/accept': true,
      'POST /policy/explain': true,
      'POST /tool-calls/{id}/replay': false,
    });
  });

  it('has the ranges of numbers and the items of lists', () => {
    const parameters = DOCUMENT.paths['/tool-calls']?.['get']?.parameters ?? [];
    const schemaOf = (wanted: string) => parameters.find(({ name }) => name === wanted);
    expect(schemaOf('limit')).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 50 } });
    expect(schemaOf('class')).toMatchObject({
      schema: { type: 'array', items: { type: 'string', enum: ['read', 'additive', 'destructive'] } },
    });
    expect(schemaOf('from')).toMatchObject({ schema: { type: 'string' } });
  });
});
