import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { removeTomlServer, setTomlServer } from './edit-toml.ts';
import { headersIn } from './toml-headers.ts';

const ENTRY = { url: 'http://127.0.0.1:7420/mcp', http_headers: { Authorization: 'Bearer abc' } };
const TABLE = `[mcp_servers.toolmark]
url = "http://127.0.0.1:7420/mcp"

[mcp_servers.toolmark.http_headers]
Authorization = "Bearer abc"`;

describe('a server in TOML', () => {
  it.each<[string, string, string]>([
    ['is the only content', '', `${TABLE}\n`],
    ['is appended after an empty line', 'model = "x"\n', `model = "x"\n\n${TABLE}\n`],
    ['is appended to a text without a line end', 'model = "x"', `model = "x"\n\n${TABLE}\n`],
    [
      'stays at its position, with the comments around it',
      '# top\n[mcp_servers.toolmark] # mine\nurl = "http://old"\n\n# of the next\n[tui]\na = 1\n',
      `# top\n${TABLE}\n\n# of the next\n[tui]\na = 1\n`,
    ],
    [
      'replaces its inner tables too',
      '[mcp_servers.toolmark]\ncommand = "x"\n[mcp_servers."toolmark".env]\nA = "1"\n[z]\n',
      `${TABLE}\n[z]\n`,
    ],
    [
      'is not found in a string that looks like a header',
      'a = """\n[mcp_servers.toolmark]\n"""\n',
      `a = """\n[mcp_servers.toolmark]\n"""\n\n${TABLE}\n`,
    ],
    [
      'is added to tables with dotted keys',
      'mcp_servers.a.command = "a"\n',
      `mcp_servers.a.command = "a"\n\n${TABLE}\n`,
    ],
    ['is refused if it is an inline table', '[mcp_servers]\ntoolmark = { command = "x" }\n', 'refused'],
    [
      'is refused if it is split into two places',
      '[mcp_servers.toolmark]\ncommand = "x"\n[z]\n[mcp_servers.toolmark.env]\n',
      'refused',
    ],
  ])('%s', (_case, before, wanted) => {
    const set = setTomlServer(before, 'toolmark', ENTRY);
    expect(set.ok ? set.value : 'refused').toBe(wanted);
    if (set.ok) expect(setTomlServer(set.value, 'toolmark', ENTRY)).toEqual(set);
  });

  it.each<[string, string, string]>([
    ['last', 'model = "x"\n\n[mcp_servers.toolmark]\nurl = "u"\n', 'model = "x"\n'],
    ['between others', '[a]\n\n[mcp_servers.toolmark]\nurl = "u"\n\n# b\n[b]\n', '[a]\n\n\n# b\n[b]\n'],
    ['not there', '[a]\nb = 1\n', '[a]\nb = 1\n'],
  ])('is removed if it is %s', (_case, before, wanted) => {
    expect(removeTomlServer(before, 'toolmark')).toEqual({ ok: true, value: wanted });
  });

  it('changes nothing else in any text', () => {
    const key = fc.stringMatching(/^[\w."' -]{1,8}$/);
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const { node } = fc.letrec((tie) => ({
      node: fc.dictionary(key, fc.oneof({ maxDepth: 3 }, leaf, tie('node')), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(node, fc.dictionary(key, fc.dictionary(key, fc.string()), { maxKeys: 3 }), (config, servers) => {
        const { mcp_servers: _mine, ...rest } = config as Record<string, unknown>;
        const { toolmark: _ours, ...others } = servers;
        const text = stringify({ ...rest, mcp_servers: others });
        const set = setTomlServer(text, 'toolmark', ENTRY);
        if (!set.ok) throw new Error(set.error);
        expect(set.value.startsWith(text)).toBe(true);
        expect(parse(set.value)).toEqual(parse(stringify({ ...rest, mcp_servers: { ...others, toolmark: ENTRY } })));
        const removed = removeTomlServer(set.value, 'toolmark');
        if (!removed.ok) throw new Error(removed.error);
        expect(parse(removed.value)).toEqual(parse(text));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the table headers of a text', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['plain', '[a.b]\n', [['a', 'b']]],
    ['with quotes', '[ a . "b.c" . \'d]\' ]\n', [['a', 'b.c', 'd]']]],
    ['of arrays', '[[a]]\nx=1\n[[a]]', [['a'], ['a']]],
    ['not in arrays', 'x = [\n[1],\n[2]\n]\n[y]', [['y']]],
    ['not in strings', "x = '''\n[a]\n'''\ny = \"[b]\"\n[c] # [d]", [['c']]],
    ['not in comments', '# [a]\n  [b]', [['b']]],
    ['after a string with quotes at its end', 'x = """a""""\n[b]', [['b']]],
  ])('%s', (_case, text, wanted) => expect(headersIn(text).map(({ keys }) => keys)).toEqual(wanted));
});
