import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, DEFAULT_POLICY, DEFAULT_RECORD, SERVER_DEFAULTS } from './defaults.ts';
import { configFileJsonSchema, KNOWN_KEYS } from './file-schema.ts';
import { parseConfig } from './parse.ts';

const surroundings = {
  folder: '/home/x/.toolmark',
  env: { TOKEN: 'abcdef' },
  self: { command: '/bin/node', args: ['toolmark.js'] },
};

/** `${env:NAME}`, escaped because the linter takes it for a template literal. */
const variable = (name: string) => `$\{env:${name}}`;

const parse = (json: unknown) => parseConfig(json, surroundings);

describe('parseConfig', () => {
  it('fills in all defaults', () => {
    expect(parse({ mcpServers: { notes: { command: 'notes', args: ['--fast'] } } })).toEqual({
      ok: true,
      value: {
        config: {
          servers: [
            {
              name: 'notes',
              disabled: false,
              target: { kind: 'command', command: 'notes', args: ['--fast'], cwd: '/home/x/.toolmark' },
              protocol: 'auto',
              connectTimeoutMs: 60_000,
              timeoutMs: 120_000,
              maxTimeoutMs: 3_600_000,
              concurrency: 64,
              answer: { bytes: 8_388_608, values: 50_000 },
              queue: 1_024,
              trust: 'review',
              strict: false,
              cache: undefined,
              oauth: undefined,
            },
          ],
          listen: { host: '127.0.0.1', port: 7420 },
          allowedHosts: [],
          allowedOrigins: [],
          limits: {
            bodyBytes: 10_485_760,
            depth: 200,
            values: 50_000,
            sessions: 10_000,
            sessionIdleMs: 1_800_000,
            drainMs: 10_000,
          },
          pageSize: 0,
          transparent: false,
          log: { level: 'info' },
          record: {
            enabled: true,
            bodyBytes: 262_144,
            redact: { enabled: true, names: [], keep: [], patterns: [] },
            retention: { sessions: 100, days: 90, bytes: 1_073_741_824 },
            sessionIdleMs: 1_800_000,
          },
          policy: DEFAULT_POLICY,
          overrides: [],
          lockFile: undefined,
          profiles: [],
          tools: [],
          registry: { url: 'https://registry.modelcontextprotocol.io' },
        },
        warnings: [],
      },
    });
  });

  it('accepts every setting, with times in seconds', () => {
    const parsed = parse({
      mcpServers: {
        web: {
          url: 'https://example.com/mcp',
          headers: { Authorization: `Bearer ${variable('TOKEN')}` },
          type: 'streamable-http',
          protocol: 'modern',
          connectTimeout: 5,
          timeout: 0.5,
          maxTimeout: 10,
          resultBytes: 65_536,
          resultValues: 40_000,
          concurrency: 2,
          queue: 0,
          trust: 'none',
          strict: true,
          cache: { ttl: 5, tools: 'get_*' },
          oauth: {
            clientId: 'me',
            clientSecret: variable('TOKEN'),
            scopes: 'read',
            issuer: 'https://login.example',
            clientMetadataUrl: 'https://me.example/c',
            redirect: 'issuer',
          },
        },
      },
      profiles: {
        all: {},
        'read-only': { description: 'Looks.', servers: ['w*'], tools: 'web/*', exclude: ['x'], classes: 'read' },
      },
      tools: [
        { server: '*', tool: 'delete_*', enabled: false },
        { server: 'web', tool: 'get', name: 'fetch', title: 'Fetch', description: 'Fetches.' },
      ],
      registry: { url: 'http://127.0.0.1:1/registry/' },
      lock: 'tools.lock',
      overrides: [{ server: 'web', tool: '*', hints: { openWorldHint: true }, reason: 'it is the web', author: 'ada' }],
      listen: { host: '::1', port: 0 },
      allowedHosts: ['tools.example.com'],
      allowedOrigins: ['https://tools.example.com'],
      limits: { bodyBytes: 2_048, depth: 10, values: 1_000, sessions: 1, sessionIdle: 60, drain: 1 },
      pageSize: 100,
      transparent: true,
      log: { level: 'debug' },
      record: {
        enabled: false,
        bodyBytes: 0,
        redact: { enabled: false, names: ['a'], keep: ['b'], patterns: ['c+'] },
        retention: { sessions: 1, days: 2, bytes: 10_485_760 },
        sessionIdle: 5,
      },
    });
    expect(parsed.ok && parsed.value.config).toEqual({
      servers: [
        {
          name: 'web',
          disabled: false,
          target: {
            kind: 'url',
            url: 'https://example.com/mcp',
            headers: { Authorization: 'Bearer abcdef' },
            transport: 'http',
          },
          protocol: 'modern',
          connectTimeoutMs: 5_000,
          timeoutMs: 500,
          maxTimeoutMs: 10_000,
          concurrency: 2,
          answer: { bytes: 65_536, values: 40_000 },
          queue: 0,
          trust: 'none',
          strict: true,
          cache: { ttlMs: 5_000, tools: ['get_*'] },
          oauth: {
            clientId: 'me',
            clientSecret: 'abcdef',
            scopes: ['read'],
            issuer: 'https://login.example',
            clientMetadataUrl: 'https://me.example/c',
            redirect: 'issuer',
          },
        },
      ],
      listen: { host: '::1', port: 0 },
      allowedHosts: ['tools.example.com'],
      allowedOrigins: ['https://tools.example.com'],
      limits: { bodyBytes: 2_048, depth: 10, values: 1_000, sessions: 1, sessionIdleMs: 60_000, drainMs: 1_000 },
      pageSize: 100,
      transparent: true,
      log: { level: 'debug' },
      record: {
        enabled: false,
        bodyBytes: 0,
        redact: { enabled: false, names: ['a'], keep: ['b'], patterns: ['c+'] },
        retention: { sessions: 1, days: 2, bytes: 10_485_760 },
        sessionIdleMs: 5_000,
      },
      policy: DEFAULT_POLICY,
      overrides: [
        { server: 'web', tool: '*', hints: { openWorldHint: true }, reason: 'it is the web', author: 'ada', at: null },
      ],
      lockFile: '/home/x/.toolmark/tools.lock',
      profiles: [
        {
          name: 'all',
          description: null,
          servers: ['*'],
          tools: ['*'],
          exclude: [],
          classes: ['read', 'additive', 'destructive'],
        },
        {
          name: 'read-only',
          description: 'Looks.',
          servers: ['w*'],
          tools: ['web/*'],
          exclude: ['x'],
          classes: ['read'],
        },
      ],
      tools: [
        { server: '*', tool: 'delete_*', enabled: false },
        { server: 'web', tool: 'get', name: 'fetch', title: 'Fetch', description: 'Fetches.' },
      ],
      registry: { url: 'http://127.0.0.1:1/registry' },
    });
  });

  it('warns of a client secret without an issuer', () => {
    const entry = (oauth: object) => ({ mcpServers: { web: { url: 'https://example.com/mcp', oauth } } });
    const warned = parse(entry({ clientId: 'me', clientSecret: 'x' }));
    expect(warned.ok && warned.value.warnings).toEqual([
      { path: 'mcpServers.web.oauth.clientSecret', message: expect.stringContaining('set issuer') },
    ]);
    const bound = parse(entry({ clientId: 'me', clientSecret: 'x', issuer: 'https://id.example.com' }));
    expect(bound.ok && bound.value.warnings).toEqual([]);
  });

  it.each([
    ['a profile name that is not valid in a URL', { profiles: { 'A b': {} } }, 'profiles.A b', /such as reading-only/],
    ['a curation without a change', { tools: [{ server: 'a', tool: 'b' }] }, 'tools.0', /changes nothing/],
    [
      'one name for several tools',
      { tools: [{ server: 'a', tool: '*', name: 'c' }] },
      'tools.0.name',
      /is for one tool/,
    ],
    ['a registry that is not an http address', { registry: { url: 'file:///x' } }, 'registry.url', /http or https/],
  ])('rejects %s', (_, part, path, message) => {
    expect(parse({ mcpServers: {}, ...part })).toEqual({
      ok: false,
      error: [{ path, message: expect.stringMatching(message) }],
    });
  });

  it.each([
    ['(', /is not a regular expression/],
    ['a*', /would match everywhere/],
  ])('rejects the redaction pattern %s', (pattern, message) => {
    expect(parse({ mcpServers: {}, record: { redact: { patterns: ['fine', pattern] } } })).toEqual({
      ok: false,
      error: [{ path: 'record.redact.patterns.1', message: expect.stringMatching(message) }],
    });
  });

  it('replaces the command toolmark by the running program', () => {
    const parsed = parse({ mcpServers: { demo: { command: 'toolmark', args: ['demo-server'] } } });
    expect(parsed.ok && parsed.value.config.servers[0]?.target).toEqual({
      kind: 'command',
      command: '/bin/node',
      args: ['toolmark.js', 'demo-server'],
      cwd: '/home/x/.toolmark',
    });
  });

  it('reports every problem at once with its path', () => {
    const parsed = parse({
      mcpServers: {
        nothing: {},
        both: { command: 'x', url: 'http://x.y' },
        odd: { url: 'ftp://example.com' },
        fine: { command: 'x' },
      },
      allowedHosts: ['example.com', 'http://example.com'],
      allowedOrigins: ['https://example.com/path', 'example.com', 'https://example.com'],
    });
    expect(parsed).toEqual({
      ok: false,
      error: [
        { path: 'mcpServers.nothing', message: 'needs a command or a url' },
        { path: 'mcpServers.both', message: 'has both a command and a url; keep one' },
        { path: 'mcpServers.odd.url', message: 'must be an http:// or https:// address' },
        { path: 'allowedHosts.1', message: 'must be a name such as example.com or example.com:8443' },
        { path: 'allowedOrigins.0', message: 'must be an origin such as https://example.com' },
        { path: 'allowedOrigins.1', message: 'must be an origin such as https://example.com' },
      ],
    });
  });

  it.each<[string, unknown, readonly string[]]>([
    ['no object', [], ['']],
    ['no servers', {}, ['mcpServers']],
    [
      'wrong types',
      { mcpServers: { a: { command: 1, args: 'x' } }, listen: { port: '80' } },
      ['mcpServers.a.command', 'mcpServers.a.args', 'listen.port'],
    ],
    [
      'out of range',
      { mcpServers: { a: { command: 'x', timeout: 0, concurrency: 0 } }, listen: { port: 65_536 } },
      ['mcpServers.a.timeout', 'mcpServers.a.concurrency', 'listen.port'],
    ],
    [
      'transparent with two',
      { mcpServers: { a: { command: 'x' }, b: { command: 'y' } }, transparent: true },
      ['transparent'],
    ],
    ['transparent with none', { mcpServers: {}, transparent: true }, ['transparent']],
  ])('rejects %s', (_what, json, paths) => {
    const parsed = parse(json);
    expect(parsed.ok ? [] : parsed.error.map(({ path }) => path)).toEqual(paths);
  });

  it('reports problems of one entry even if another has the wrong shape', () => {
    const parsed = parse({ mcpServers: { a: { command: 'x', url: 'http://x.y' }, b: { command: 'x', timeout: -1 } } });
    expect(parsed.ok ? [] : parsed.error.map(({ path }) => path)).toEqual(['mcpServers.b.timeout', 'mcpServers.a']);
  });

  it.each(['__proto__', ' ', '', 'a/b', '../x', 'a\\b'])('rejects a server with the name %j', (name) => {
    const parsed = parse({ mcpServers: JSON.parse(`{${JSON.stringify(name)}:{"command":"x"}}`) });
    expect(parsed).toEqual({
      ok: false,
      error: [{ path: `mcpServers.${name}`, message: 'cannot be the name of a server' }],
    });
  });

  it('disables only the server with an unset variable', () => {
    const env = { A: variable('NOPE'), B: variable('NOR_THIS') };
    const parsed = parse({ mcpServers: { a: { command: 'x', env }, b: { command: 'y' } } });
    expect(parsed.ok && parsed.value.config.servers.map(({ name, problem }) => [name, problem])).toEqual([
      ['a', 'NOPE and NOR_THIS must be set in the environment'],
      ['b', undefined],
    ]);
    expect(parsed.ok && parsed.value.warnings).toEqual([
      { path: 'mcpServers.a', message: 'is not started: NOPE and NOR_THIS must be set in the environment' },
    ]);
  });

  it('does not check a disabled server', () => {
    const parsed = parse({ mcpServers: { a: { command: 'x', env: { KEY: variable('NOPE') }, disabled: true } } });
    expect(parsed.ok && parsed.value.config.servers.map(({ disabled }) => disabled)).toEqual([true]);
  });

  it('counts only enabled servers in transparent mode', () => {
    const parsed = parse({
      mcpServers: { a: { command: 'x' }, b: { command: 'y', disabled: true } },
      transparent: true,
    });
    expect(parsed.ok).toBe(true);
  });

  it('accepts unknown keys with a warning, and suggests a known one', () => {
    const parsed = parse({
      mcpServers: { a: { command: 'x', autoApprove: [], connect_timeout: 3 } },
      globalShortcut: '',
      Listen: {},
      limits: { bodybytes: 1 },
    });
    expect(parsed.ok && parsed.value.warnings).toEqual([
      { path: 'globalShortcut', message: 'is unknown' },
      { path: 'Listen', message: 'is unknown; did you mean listen?' },
      { path: 'limits.bodybytes', message: 'is unknown; did you mean bodyBytes?' },
      { path: 'mcpServers.a.autoApprove', message: 'is unknown' },
      { path: 'mcpServers.a.connect_timeout', message: 'is unknown; did you mean connectTimeout?' },
    ]);
  });

  it('raises maxTimeout to timeout', () => {
    const parsed = parse({ mcpServers: { a: { command: 'x', timeout: 30, maxTimeout: 10 } } });
    expect(parsed.ok && parsed.value.config.servers[0]?.maxTimeoutMs).toBe(30_000);
  });

  it('never throws on any input', () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => typeof parse(json).ok === 'boolean'));
  });
});

describe('the JSON Schema of toolmark.json', () => {
  it('describes every known key', () => {
    const schema = configFileJsonSchema() as { properties: Record<string, { description?: string }> };
    expect(Object.keys(schema.properties)).toEqual(KNOWN_KEYS.file);
    const undescribed = Object.entries(schema.properties).filter(([, { description }]) => description === undefined);
    expect(undescribed.map(([key]) => key)).toEqual(['$schema', 'log']);
  });

  it('has the defaults of the parsed config, which the page shows', () => {
    const { properties = {} } = configFileJsonSchema() as Schema;
    const { limits, record, mcpServers } = properties;
    expect(defaultsOf(limits)).toEqual({
      bodyBytes: DEFAULT_LIMITS.bodyBytes,
      depth: DEFAULT_LIMITS.depth,
      values: DEFAULT_LIMITS.values,
      sessions: DEFAULT_LIMITS.sessions,
      sessionIdle: DEFAULT_LIMITS.sessionIdleMs / 1_000,
      drain: DEFAULT_LIMITS.drainMs / 1_000,
    });
    expect(defaultsOf(record)).toEqual({
      bodyBytes: DEFAULT_RECORD.bodyBytes,
      sessionIdle: DEFAULT_RECORD.sessionIdleMs / 1_000,
    });
    expect(defaultsOf(record?.properties?.['retention'])).toEqual(DEFAULT_RECORD.retention);
    expect(defaultsOf(mcpServers?.additionalProperties)).toEqual({
      connectTimeout: SERVER_DEFAULTS.connectTimeoutMs / 1_000,
      timeout: SERVER_DEFAULTS.timeoutMs / 1_000,
      maxTimeout: SERVER_DEFAULTS.maxTimeoutMs / 1_000,
      resultBytes: SERVER_DEFAULTS.answer.bytes,
      resultValues: SERVER_DEFAULTS.answer.values,
      concurrency: SERVER_DEFAULTS.concurrency,
      queue: SERVER_DEFAULTS.queue,
    });
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly default?: unknown;
}

const defaultsOf = ({ properties = {} }: Schema = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, { default: value }]) => (value === undefined ? [] : [[key, value]])),
  );
