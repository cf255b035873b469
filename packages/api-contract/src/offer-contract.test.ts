import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  curationListSchema,
  curationRequestSchema,
  registryPlanRequestSchema,
  registryPlanSchema,
  registryServerDetailSchema,
  registryServerListSchema,
} from './index.ts';

const curation = { server: '*', tool: 'delete_*', enabled: false, name: null, title: null, description: null };
const server = {
  ...{ name: 'io.example/x', title: null, description: 'd', version: '1.0.0', status: 'active' },
  ...{ repository: null, website: 'https://example.com/' },
  ways: [{ id: 'npm', kind: 'npm', what: 'x@1.0.0', problem: null }],
};
const plan = {
  ...{ id: 'npm', entry: { command: 'npx' }, summary: 'npx', missing: ['env:KEY'], problems: [], notes: ['n'] },
  private_address: null,
  inputs: [
    {
      ...{ key: 'env:KEY', description: null, is_required: true, is_secret: true, is_repeated: false },
      ...{ default: null, placeholder: null, choices: ['a'] },
    },
  ],
};

describe('profiles, curations and the registry', () => {
  it.each<[string, z.ZodType, object]>([
    ['curations', curationListSchema, { curations: [curation], total: 1 }],
    ['a registry', registryServerListSchema, { registry: 'u', servers: [server], next_cursor: 'c', skipped: 1 }],
    ['a server', registryServerDetailSchema, { ...server, registry: 'u', suggested_name: 'x', plans: [plan] }],
    ['a plan', registryPlanSchema, plan],
  ])('keeps all fields of %s', (_what, schema, value) => expect(schema.parse(value)).toEqual(value));

  it.each<[string, z.ZodType, unknown, boolean]>([
    ['nothing', curationRequestSchema, {}, true],
    ['all texts', curationRequestSchema, { enabled: null, name: 'a-b_1', title: 't', description: 'd' }, true],
    ['a name with a space', curationRequestSchema, { name: 'a b' }, false],
    ['an empty title', curationRequestSchema, { title: '' }, false],
    ['hints', curationRequestSchema, { hints: { readOnlyHint: true } }, false],
    ['a package', registryPlanRequestSchema, { id: 'npm', values: { 'env:KEY': ['k'] } }, true],
    ['a single value instead of a list', registryPlanRequestSchema, { id: 'npm', values: { 'env:KEY': 'k' } }, false],
    ['no package', registryPlanRequestSchema, {}, false],
  ])('a request with %s is rejected', (_what, schema, value, wanted) =>
    expect(schema.safeParse(value).success).toBe(wanted),
  );
});
