import { type JsonObject, parseJson } from '@toolmark/base';
import { DEFAULT_RECORD } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { createPresent } from './present.ts';

const { redact } = DEFAULT_RECORD;
const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

describe('what is recorded of a question', () => {
  it('has no secrets in it, as the config says now', () => {
    let config = redact;
    const { recorded } = createPresent(() => config);
    const given = { id: 1, token: 'abcdefgh12345678', pin: '1234' };
    const { text } = recorded(given);
    expect(recorded(given)).toMatchObject({ isCut: false, redactions: 1 });
    expect(JSON.parse(text)).toMatchObject({ id: 1, pin: '1234' });
    expect(text).not.toContain('abcdefgh');
    config = { ...redact, names: ['pin'] };
    expect(recorded(given).redactions).toBe(2);
  });

  it('is the beginning of what is very long', () => {
    const { text, isCut, bytes } = createPresent(() => redact).recorded({ text: 'x'.repeat(1_000_000) });
    expect([isCut, bytes, text.startsWith('{"text":"xxx')]).toEqual([true, 1_000_011, true]);
    expect(text.length).toBeLessThan(bytes / 2);
  });
});

describe('the marks for whoever decides', () => {
  /** What each mark covers. */
  function marked(json: string, characters = Number.POSITIVE_INFINITY): readonly (readonly [string, string])[] {
    const sent = parseJson(json) as JsonObject;
    const text = JSON.stringify(sent);
    return createPresent(() => redact)
      .marksIn(sent, text, characters)
      .map(({ kind, start, end }) => [kind, text.slice(start, end)]);
  }

  it.each<[string, string, readonly (readonly [string, string])[]]>([
    ['nothing special', '{"name":"delete","arguments":{"id":12345678901234567890}}', []],
    [
      'a value under the name of a secret',
      `{"a":{"password":"hunter2-hunter2"},"b":1}`,
      [['secret', 'hunter2-hunter2']],
    ],
    ['a secret within a text', `{"q":"use ${TOKEN} now"}`, [['secret', TOKEN]]],
    ['what stands before and behind it', `{"x":[1,{"y":null}],"t":["${TOKEN}"],"z":true}`, [['secret', TOKEN]]],
    ['escapes before it', `{"q":"a\\n\\"\u00e9\\u0001 ${TOKEN}"}`, [['secret', TOKEN]]],
    ['a secret as a name', `{"${TOKEN}":1}`, [['secret', TOKEN]]],
    ['a number under the name of a secret', '{"password":123456}', [['secret', '123456']]],
    ['a word of two alphabets', '{"path":"/tmp/d\u0435lete"}', [['lookalike', 'd\u0435lete']]],
    ['letters that imitate others', '{"a":"\uff52\uff4d"}', [['lookalike', '\uff52\uff4d']]],
    ['texts of one alphabet each', '{"a":"Привет, мир\\nпривет","b":"Ελλάδα","c":"你好 world"}', []],
  ])('%s', (_, json, marks) => expect(marked(json)).toEqual(marks));

  it('are those of the part that is shown', () => {
    const json = JSON.stringify({ a: TOKEN, text: 'x'.repeat(100_000), b: TOKEN });
    expect(marked(json, 1_000)).toEqual([['secret', TOKEN]]);
    expect(marked(json)).toHaveLength(2);
    // The first part of a secret is one too.
    expect(marked(json, 20)).toEqual([['secret', TOKEN.slice(0, 14)]]);
  });

  it('cover whatever the record leaves out', () => {
    const sent = { secret: { deep: [1, 'two'] }, data: 'x', list: ['--password', 'hunter2hunter2'] };
    const text = JSON.stringify(sent);
    const present = createPresent(() => redact);
    const covered = present.marksIn(sent, text, text.length).map(({ start, end }) => text.slice(start, end));
    expect(covered).toHaveLength(present.recorded(sent).redactions);
    expect(covered.join()).toContain('hunter2hunter2');
  });
});
