import { describe, expect, it } from 'vitest';
import { at, lockOf, pinOf, READER, WRITER, withPin } from './fixtures/pins.ts';
import { EMPTY_LOCK } from './lock.ts';
import { parseLock } from './parse-lock.ts';
import { printLock } from './print-lock.ts';

describe('parseLock', () => {
  const good = printLock(withPin(EMPTY_LOCK, 'notes', 'read_note', pinOf(READER)));
  const line = good.split('\n')[4] ?? '';

  it.each<[string, string, string]>([
    ['no JSON', '{', 'it cannot be read: it ends where a text in quotes should be (line 1); restore'],
    ['nothing', '', 'restore the version that was reviewed, or delete the file to pin every tool as it is now'],
    ['no object', '[]', 'it is not a JSON object (line 1)'],
    ['no version', '{"servers":{}}', 'its version is undefined and not 2'],
    [
      'a newer version',
      '{"version":3,"servers":{}}',
      'it has version 3, but this Toolmark supports 2; install a newer one',
    ],
    ['a broken version', '{"version":"1","servers":{}}', 'its version is "1" and not 2'],
    ['no servers', '{"version":1}', 'servers is undefined and not an object'],
    [
      'a foreign field',
      good.replace('"servers"', '"tools": {}, "servers"'),
      'it has a field "tools", which is unknown',
    ],
    ['a server that is none', '{"version":1,"servers":{"a":[]}}', 'servers["a"] is [] and not an object'],
    ['a pin that is none', '{"version":1,"servers":{"a":{"b":1}}}', 'servers["a"]["b"] is 1 and not an object'],
    [
      'hints that are none',
      good.replace('readOnly=true', 'readOnly=yes'),
      'servers["notes"]["read_note"].hints is "readOnly=yes',
    ],
    ['a digest that is none', good.replace('aaaa', 'zzzz'), '.prose is "zzzz'],
    [
      'a time that is none',
      good.replace(at, 'yesterday'),
      'servers["notes"]["read_note"].pinnedAt is "yesterday", which is invalid (line 5)',
    ],
    ['a time of elsewhere', good.replace(at, '2026-11-16T05:00:00+01:00'), '.pinnedAt is "2026-11-16T05:00:00+01:00"'],
    ['a day that is none', good.replace(at, '2026-02-30T05:00:00Z'), '.pinnedAt is "2026-02-30T05:00:00Z"'],
    [
      'an acceptance elsewhere',
      good.replace(
        `"${at}" }`,
        `"${at}",\n"accepted": {\n"at": "2026-11-16T05:00:00-05:00", "author": null, "reason": null} }`,
      ),
      '.accepted.at is "2026-11-16T05:00:00-05:00", which is invalid (line 7)',
    ],
    ['a class that is none', good.replace('"pinnedAt"', '"class": "safe", "pinnedAt"'), '.class is "safe"'],
    [
      'a hint that is none',
      good.replace('"pinnedAt"', '"contradicted": ["safeHint"], "pinnedAt"'),
      '.contradicted is ["safeHint"]',
    ],
    [
      'what is covered',
      good.replace(
        `"${at}" }`,
        `"${at}", "accepted": {"at": "${at}", "author": null, "reason": null, "covers": [1]} }`,
      ),
      '.accepted.covers is [1]',
    ],
    ['a field that is missing', good.replace(`, "pinnedAt": "${at}"`, ''), '.pinnedAt is missing'],
    ['a field of a pin', good.replace('"hints"', '"hint": "", "hints"'), '["read_note"] has a field "hint"'],
    ['an acceptance', good.replace(`"${at}" }`, `"${at}", "accepted": {"at": 1} }`), '.accepted.at is 1'],
    ['a tool twice', good.replace(line, `${line},\n${line}`), '"read_note" occurs twice in one object (line 6)'],
    [
      'a tool twice in other letters',
      good.replace(line, `${line},\n${line.replace('read_note', 'rea\\u0064_note')}`),
      '"read_note" occurs twice in one object (line 6)',
    ],
    [
      'a field twice in other letters',
      good.replace('"hints"', `"h\\u0069nts": "${WRITER}", "hints"`),
      '"hints" occurs twice in one object (line 5)',
    ],
    ['servers twice', good.replace('"servers"', '"s\\u0065rvers": {}, "servers"'), '"servers" occurs twice'],
    [
      'an acceptance twice',
      good.replace('"hints"', '"accepted": null, "accepted": null, "hints"'),
      '"accepted" occurs',
    ],
    ['marks of git', good.replace('  "servers"', '<<<<<<< HEAD\n  "servers"'), 'conflict marks in it (line 3)'],
  ])('says how to fix %s', (_case, text, sentence) => {
    const parsed = parseLock(text);
    expect(parsed.ok ? 'nothing is wrong' : parsed.error).toContain(sentence);
  });

  it('accepts line endings and byte order marks of editors', () => {
    expect(lockOf(`\uFEFF${JSON.stringify(JSON.parse(good))}\r\n`)).toEqual(lockOf(good));
  });
});
