import { describe, expect, it } from 'vitest';
import { createAddresses, type ServerAddresses, toTemplateAddress } from './addresses.ts';

const server = (
  name: string,
  uris: readonly string[] = [],
  templates: readonly string[] = [],
  hasResources = true,
): ServerAddresses => ({
  server: name,
  uris: new Set(uris),
  templates: templates.map(toTemplateAddress),
  hasResources,
});

const servers = [
  server('files', ['file:///a', 'shared://x'], ['file:///{+path}']),
  server('My Notes', ['note://1', 'shared://x'], ['note://{id}', 'file:///{+path}']),
  server('tools-only', [], [], false),
  server('blobs', ['toolmark://files/trap', 'file:///mine'], ['note://{id}']),
];
const { routesOf, exposedUri, exposedTemplate } = createAddresses(servers, false);

describe('routesOf', () => {
  it.each([
    ['listed by one server', 'note://1', ['My Notes', 'blobs', 'files']],
    ['listed by two servers', 'shared://x', ['files', 'My Notes', 'blobs']],
    ['listed by one server, with templates of earlier ones', 'file:///mine', ['blobs', 'files', 'My Notes']],
    ['unlisted, with templates', 'file:///z/y', ['files', 'My Notes', 'blobs']],
    ['unlisted, with a template of a later server', 'note://9', ['My Notes', 'blobs', 'files']],
    ['unknown', 'blob:abc', ['files', 'My Notes', 'blobs']],
  ])('%s', (_case, uri, expected) => {
    expect(routesOf(uri)).toEqual(expected.map((name) => ({ server: name, uri })));
  });

  it.each([
    ['toolmark://files/file:///a', { server: 'files', uri: 'file:///a' }],
    ['toolmark://My%20Notes/note://1', { server: 'My Notes', uri: 'note://1' }],
    ['toolmark://My%20Notes/never-heard-of', { server: 'My Notes', uri: 'never-heard-of' }],
    ['toolmark://tools-only/x://y', { server: 'tools-only', uri: 'x://y' }],
    ['toolmark://blobs/toolmark://files/trap', { server: 'blobs', uri: 'toolmark://files/trap' }],
  ])('the explicit URI %s leads to its server only', (uri, route) => expect(routesOf(uri)).toEqual([route]));

  it.each(['toolmark://nobody/file:///a', 'toolmark://files', 'toolmark://'])('%s has no known server', (uri) => {
    expect(routesOf(uri).map(({ uri: asked }) => asked)).toEqual([uri, uri, uri]);
  });
});

describe('exposed URIs', () => {
  it.each([
    ['files', 'shared://x', 'shared://x'],
    ['My Notes', 'shared://x', 'toolmark://My%20Notes/shared://x'],
    ['My Notes', 'note://1', 'note://1'],
    ['blobs', 'file:///mine', 'file:///mine'],
    // Unlisted: the server that would be asked first keeps the URI.
    ['My Notes', 'note://9', 'note://9'],
    ['blobs', 'note://9', 'toolmark://blobs/note://9'],
    // A result contained a link to this URI, so clients already know it without a prefix.
    ['blobs', 'blob:abc', 'blob:abc'],
    ['blobs', 'toolmark://files/trap', 'toolmark://blobs/toolmark://files/trap'],
  ])('%s exposes %s as %s', (name, uri, exposed) => {
    expect(exposedUri(name, uri)).toBe(exposed);
    expect(routesOf(exposed)).toContainEqual({ server: name, uri });
  });

  it.each([
    ['files', 'file:///{+path}', 'file:///{+path}'],
    ['My Notes', 'file:///{+path}', 'toolmark://My%20Notes/file:///{+path}'],
    ['blobs', 'note://{id}', 'toolmark://blobs/note://{id}'],
  ])('%s exposes the template %s as %s', (name, template, exposed) =>
    expect(exposedTemplate(name, template)).toBe(exposed),
  );

  it('are unchanged in transparent mode', () => {
    const transparent = createAddresses([server('up', ['toolmark://up/x'])], true);
    expect(transparent.exposedUri('up', 'toolmark://up/x')).toBe('toolmark://up/x');
    expect(transparent.exposedTemplate('up', 'x://{y}')).toBe('x://{y}');
    expect(transparent.routesOf('toolmark://up/x')).toEqual([{ server: 'up', uri: 'toolmark://up/x' }]);
  });
});
