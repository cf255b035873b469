import { describe, expect, it } from 'vitest';
import { toolKey, toolPath, toolRoute } from './tool-address.ts';

describe('the URL of a tool', () => {
  it.each([
    ['list', 'list', '/tools/notes/list'],
    ['a/b c', 'a/b c', '/tools/notes/a%2Fb%20c'],
    ['..', 'notes__x', '/tools/notes/notes__x'],
    ['.', 'notes__x', '/tools/notes/notes__x'],
    ['', 'notes__x', '/tools/notes/notes__x'],
  ])('of %j', (name, tool, path) => {
    const address = { server: 'notes', name, exposed_name: 'notes__x' };
    expect(toolRoute(address)).toEqual({ name: 'tool', params: { server: 'notes', tool } });
    expect(toolPath(address)).toBe(path);
  });

  it('tells tools apart whose server and tool names concatenate to the same text', () => {
    expect(toolKey({ server: 'a', name: 'b,c' })).not.toBe(toolKey({ server: 'a,b', name: 'c' }));
  });
});
