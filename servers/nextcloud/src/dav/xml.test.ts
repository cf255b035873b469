import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareEtag, davText, parseMultistatus } from './multistatus.ts';
import { buildXml, child, element, parseXml } from './xml.ts';

describe('XML', () => {
  it('is read under our prefixes, whatever prefixes the document uses', () => {
    const text =
      '<x:multistatus xmlns:x="DAV:" xmlns="http://owncloud.org/ns"><fileid>7</fileid><y:z xmlns:y="urn:other"/></x:multistatus>';
    const root = parseXml(text);
    expect([root.name, ...root.children.map(({ name }) => name)]).toEqual([
      'd:multistatus',
      'oc:fileid',
      '{urn:other}:z',
    ]);
  });

  it.each(['', 'no XML', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])(
    'is refused if it is malformed or declares a document type: %j',
    (text) => {
      expect(() => parseXml(text)).toThrow('cannot be read');
    },
  );

  it('survives a round trip through writing and reading with any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (given) => {
        // XML has no way to write most control characters, and no surrogates; line ends are made the same.
        const text = given.replaceAll(/[^\u0020-\uD7FF\uE000-\uFFFD]/g, '');
        const root = parseXml(buildXml(element('d:prop', [element('d:displayname', text, { 'x-a': text })])));
        const name = child(root, 'd:displayname');
        expect([name?.text, name?.attributes['x-a']]).toEqual([text, text]);
      }),
    );
  });
});

describe('a multistatus', () => {
  const text = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/remote.php/dav/files/ada/%C3%9Cber%20uns/</d:href>
    <d:propstat><d:prop><d:getetag>&quot;abc&quot;</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
    <d:propstat><d:prop><d:getcontenttype/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response></d:multistatus>`;
  it('has decoded paths, and only properties that are there', () => {
    const [resource] = parseMultistatus(text);
    if (resource === undefined) throw new Error('There is no resource.');
    expect(resource).toMatchObject({ path: ['remote.php', 'dav', 'files', 'ada', 'Über uns'], isFolder: true });
    expect([[...resource.props.keys()], bareEtag(davText(resource, 'd:getetag'))]).toEqual([['d:getetag'], 'abc']);
  });
});
