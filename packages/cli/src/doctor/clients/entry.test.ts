import { describe, expect, it } from 'vitest';
import { isSamePlace, isToolmark, toClientEntry } from './entry.ts';

describe('an entry', () => {
  it.each<[string, unknown, boolean]>([
    ['its name', { toolmark: { command: 'x' } }, true],
    ['its command', { gate: { command: '/bin/toolmark' } }, true],
    ['its arguments', { gate: { command: 'npx', args: ['-y', '@toolmark/cli', 'stdio'] } }, true],
    ['its address', { gate: { url: 'http://localhost:7420/mcp' } }, true],
    ['nothing', { gate: { url: 'http://localhost:7421/mcp' } }, false],
    ['unexpected values', { toolmark: 7, gate: { command: 7, args: [7], url: 'nonsense' } }, false],
  ])('is recognized as Toolmark by %s', (_case, servers, wanted) => {
    expect(
      Object.entries(servers as object).some(([name, raw]) => {
        const entry = toClientEntry(name, raw);
        return entry !== undefined && isToolmark(entry, undefined);
      }),
    ).toBe(wanted);
  });

  it.each([[null], [[]], ['text'], [7]])('of %j is not valid', (raw) => {
    expect(toClientEntry('toolmark', raw)).toBeUndefined();
  });

  it.each([
    ['http://localhost:7420/mcp', 'http://127.0.0.1:7420', true],
    ['http://[::1]:7420', 'http://127.0.0.1:7420', true],
    ['https://localhost:7420', 'http://127.0.0.1:7420', false],
    ['http://127.0.0.1:7421', 'http://127.0.0.1:7420', false],
    ['http://gateway.example:7420', 'http://127.0.0.1:7420', false],
  ])('%s and %s are the same place: %s', (a, b, same) => expect(isSamePlace(new URL(a), new URL(b))).toBe(same));
});
