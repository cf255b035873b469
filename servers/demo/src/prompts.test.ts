import { describe, expect, it } from 'vitest';
import { createPlayground } from './fixtures/playground.ts';
import { connect, WIRES } from './fixtures/wires.ts';

const summarize = (tag: string) => ({ name: 'summarize_notes', arguments: { tag } });

describe.each(WIRES)('the prompt, over $name', (wire) => {
  it('is listed with its argument', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const { prompts } = await demo.client.listPrompts();
    expect(prompts).toMatchObject([
      {
        name: 'summarize_notes',
        title: 'Summarize Notes',
        arguments: [{ name: 'tag', description: 'The tag whose notes are summarised', required: true }],
      },
    ]);
  });

  it('asks about the notes with the tag, and includes them', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const { messages } = await demo.client.getPrompt(summarize('trip'));
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: { type: 'text', text: expect.stringMatching(/^Summarise my notes tagged "trip" .*them\.$/) },
      },
      { role: 'user', content: { type: 'resource', resource: { uri: 'note:///lisbon-in-may' } } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'note:///packing-list' } } },
    ]);
  });

  it('includes at most twenty', async () => {
    await using playground = await createPlayground();
    for (let count = 0; count < 23; count++) {
      await playground.store.notes.create({ title: 'Idea', text: '', tags: ['idea'] });
    }
    await using demo = await connect(wire, playground.store);
    const { messages } = await demo.client.getPrompt(summarize('idea'));
    expect(messages).toHaveLength(21);
    expect(messages[0]).toMatchObject({ content: { text: expect.stringContaining('3 older ones are not included.') } });
  });

  it('lists the existing tags if the tag does not exist', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    await expect(demo.client.getPrompt(summarize('work'))).rejects.toThrow(
      "No note has the tag 'work'. Tags in use: home, shopping, start, trip.",
    );
  });

  it('completes the tag', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const complete = async (value: string) => {
      const ref = { type: 'ref/prompt' as const, name: 'summarize_notes' };
      return (await demo.client.complete({ ref, argument: { name: 'tag', value } })).completion.values;
    };
    expect(await complete('')).toEqual(['home', 'shopping', 'start', 'trip']);
    expect(await complete('S')).toEqual(['shopping', 'start']);
  });
});
