import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from './engine/limits.ts';
import { createDirectory } from './fixtures/directory.ts';
import { type Connected, connect, type Reply, STDIO } from './fixtures/wires.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('names every tool', async () => {
    await using connected = await connect(STDIO);
    for (const { name } of (await connected.client.listTools()).tools) expect(readme).toContain(`\`${name}\``);
  });

  it('lists the twenty decisions, each once', () => {
    const [, section = ''] = readme.split('## Twenty decisions');
    expect([...section.matchAll(/^\| (\d+) +\| \S/gm)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('names the actual limits', () => {
    const [, limits = ''] = /^Limits: ([\s\S]*?)\n\n/m.exec(readme) ?? [];
    expect(limits.replaceAll('\n', ' ')).toMatch(
      new RegExp(
        [LIMITS.value, LIMITS.condition, LIMITS.variables, LIMITS.reply, LIMITS.largeReply, '1 MB', LIMITS.breakpoints]
          .map((limit) => limit.toLocaleString('en'))
          .join('.*'),
      ),
    );
    expect(LIMITS.output).toBe(1_048_576);
  });

  it('shows a real session, word for word', { timeout: 60_000 }, async () => {
    await using directory = await createDirectory();
    await using debug = await connect(STDIO);
    const here = (text: string) => text.replaceAll('/tmp/shop', directory.path);
    const program = join(directory.path, 'orders.js');
    const [beforeFix = '', afterFix = ''] = section('A whole session').split('**Fix**');
    await writeFile(program, block('js', beforeFix)[0] ?? '');
    await play(debug, here(beforeFix));
    const [, fix = '', line = ''] = /^: `(.+)` before line (\d+)/.exec(afterFix) ?? [];
    const lines = (await readFile(program, 'utf8')).split('\n');
    await writeFile(program, lines.toSpliced(Number(line) - 1, 0, fix).join('\n'));
    await play(debug, here(afterFix));
  });
});

describe('what the README says about Node.js', () => {
  it('a breakpoint with a false condition hides an exception at its location', { timeout: 60_000 }, async () => {
    await using directory = await createDirectory();
    const program = join(directory.path, 'throws.js');
    await writeFile(program, 'function fail() {\n  throw new TypeError("no");\n}\ntry {\n  fail();\n} catch {}\n');
    await using debug = await connect(STDIO);
    await debug.call('breakpoint_set_exception', { exception_type: 'TypeError' });
    const isSeen = async (): Promise<unknown> => {
      await debug.call('debug_launch', { program });
      await debug.call('debug_continue');
      const { hit } = await debug.call('breakpoint_wait');
      await debug.call('debug_disconnect', { terminateProcess: true });
      return hit;
    };
    expect(await isSeen()).toBe(true);
    await debug.call('breakpoint_set', { file: program, line: 2, condition: '1 > 2' });
    expect(await isSeen()).toBe(false);
  });
});

const section = (title: string): string => readme.split(`## ${title}`)[1]?.split('\n## ')[0] ?? '';

const block = (language: string, text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, inside = '']) => inside);

/** Makes the calls in the text, and compares the replies with the shown ones. */
async function play(debug: Connected, text: string): Promise<void> {
  const lines = block('console', text).join('\n').split('\n');
  for (const [index, line] of lines.entries()) {
    const [, name = '', args = ''] = /^> (\w+) (\{.*\})$/.exec(line) ?? [];
    if (name === '') continue;
    const reply = await debug.call(name, JSON.parse(args));
    const shown = lines[index + 1] ?? '';
    if (shown.startsWith('{')) expect(JSON.stringify(reply), line).toMatch(toPattern(shown));
    else expect(reply, line).toMatchObject({ success: true } satisfies Partial<Reply>);
  }
}

/** Matches anything for omitted and variable parts. */
function toPattern(shown: string): RegExp {
  const source = shown
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/p-[0-9a-f]{8}-…/g, 'p-[0-9a-f-]{36}')
    .replaceAll(/"processId":\d+/g, '"processId":\\d+')
    .replaceAll(/"totalFrames":\d+/g, '"totalFrames":\\d+')
    .replaceAll(/"timestamp":"[^"]+"/g, '"timestamp":"[^"]+"')
    .replaceAll(/Node\\\.js v[\d\\.]+/g, 'Node\\.js v[\\d.]+')
    .replaceAll('…', '.*?');
  return new RegExp(`^${source}$`);
}
