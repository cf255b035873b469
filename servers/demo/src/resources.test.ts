import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Resource } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createPlayground } from './fixtures/playground.ts';
import { connect, WIRES } from './fixtures/wires.ts';

describe.each(WIRES)('resources, over $name', (wire) => {
  it('include every note', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const { resourceTemplates } = await demo.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([
      { uriTemplate: 'note:///{id}', mimeType: 'text/markdown', title: 'Note' },
    ]);
    const { resources } = await demo.client.listResources();
    expect(resources).toHaveLength(4);
    expect(resources[0]).toEqual({
      uri: 'note:///groceries',
      name: 'groceries',
      title: 'Groceries',
      description: 'One note of the playground, as Markdown.',
      mimeType: 'text/markdown',
      annotations: { lastModified: '2026-05-04T09:30:00.000Z' },
    });
  });

  it('can be read', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const { contents } = await demo.client.readResource({ uri: 'note:///packing-list' });
    expect(contents).toEqual([
      {
        uri: 'note:///packing-list',
        mimeType: 'text/markdown',
        text: '# Packing List\n\nRain jacket, walking shoes, charger, the small camera, one book.\n',
      },
    ]);
  });

  it.each(['note:///nothing', 'note:///..%2Fwelcome', 'note:///../../etc/passwd', 'file:///etc/passwd'])(
    'report a missing note: %s',
    async (uri) => {
      await using playground = await createPlayground();
      await using demo = await connect(wire, playground.store);
      await expect(demo.client.readResource({ uri })).rejects.toThrow(/not found/i);
    },
  );

  it('report a damaged note', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    await writeFile(join(playground.dir, 'notes', 'welcome.json'), '{');
    await expect(demo.client.readResource({ uri: 'note:///welcome' })).rejects.toThrow('welcome.json is not JSON');
  });

  it('are completed by the start of their id', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const complete = async (value: string) => {
      const ref = { type: 'ref/resource' as const, uri: 'note:///{id}' };
      return (await demo.client.complete({ ref, argument: { name: 'id', value } })).completion.values;
    };
    expect(await complete('')).toEqual(['groceries', 'lisbon-in-may', 'packing-list', 'welcome']);
    expect(await complete('Pa')).toEqual(['packing-list']);
    expect(await complete('x')).toEqual([]);
  });

  const canTell = wire.transport === 'stdio' || wire.era === 'modern';
  it(canTell ? 'are announced when they change' : 'are not announced', async () => {
    await using playground = await createPlayground();
    const told = Promise.withResolvers<readonly Resource[] | null>();
    const resources = { debounceMs: 0, onChanged: (_: unknown, items: Resource[] | null) => told.resolve(items) };
    await using demo = await connect(wire, playground.store, { client: { listChanged: { resources } } });
    expect(demo.client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: canTell },
    });
    if (!canTell) return;
    await demo.call('delete_note', { id: 'welcome' });
    expect((await told.promise)?.map(({ name }) => name)).toEqual(['groceries', 'lisbon-in-may', 'packing-list']);
  });
});
