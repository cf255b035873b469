import { fingerprint } from '@toolmark/annotations';
import type { VersionEntry } from '@toolmark/record';
import { describe, expect, it } from 'vitest';
import { DELETE, READ, toolOf } from './fixtures/calls.ts';
import { createVersions } from './tool-versions.ts';

function setUp() {
  const written: VersionEntry[] = [];
  return { written, versions: createVersions((entry) => written.push(entry)) };
}

describe('the forms of a tool', () => {
  it('are written once each, whole, with the fingerprint that everybody comes to', async () => {
    const { written, versions } = setUp();
    const id = versions.of(READ, 5);
    expect(versions.of(READ, 6)).toBe(id);
    expect(versions.of({ ...READ }, 7)).toBe(id);
    expect(written).toEqual([
      {
        kind: 'version',
        id,
        server: 'notes',
        tool: 'read_note',
        title: 'Read Note',
        class: 'read',
        definition: READ.definition,
        effective: expect.objectContaining({
          readOnlyHint: expect.objectContaining({ value: true, source: 'declared' }),
        }),
        ...(await fingerprint(READ.definition)),
        at: 5,
      },
    ]);
  });

  it.each([
    ['another tool', DELETE],
    ['the same of another server', toolOf(READ.definition, 'other')],
    ['another hint', toolOf({ ...READ.definition, annotations: { readOnlyHint: false } })],
    ['another description', toolOf({ ...READ.definition, description: 'Reads.' })],
  ])('are different for %s', (_, other) => {
    const { versions } = setUp();
    expect(versions.of(other, 1)).not.toBe(versions.of(READ, 1));
  });

  it('are written again when they were lost', () => {
    const { written, versions } = setUp();
    const id = versions.of(READ, 5);
    versions.forget();
    expect(versions.of(READ, 6)).toBe(id);
    expect(written).toHaveLength(2);
  });
});
