import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../definition.ts';
import { classOf, DEFAULT_HINTS, HINT_NAMES, PERMISSIVE_HINTS, TOOL_CLASSES } from '../hints.ts';
import { anyHints, anyTool, declaredOrDefault } from './fixtures/any-tool.ts';
import { resolve } from './resolve.ts';

describe('resolve', () => {
  it('gives the effective value, source and reason of each hint', () => {
    const tool = { name: 'thing', title: 'Thing', annotations: { readOnlyHint: false, idempotentHint: 'yes' } };
    expect(resolve(tool, { override: { openWorldHint: false }, evidence: { destructiveHint: false } })).toEqual({
      title: { value: 'Thing', source: 'title' },
      class: 'additive',
      hints: {
        readOnlyHint: { value: false, source: 'declared', declared: false, reason: 'declared by the server' },
        destructiveHint: {
          value: false,
          source: 'verified',
          declared: undefined,
          reason: 'proven by running the tool',
        },
        idempotentHint: {
          value: false,
          source: 'default',
          declared: undefined,
          reason: `idempotentHint is "yes" and not a boolean, so MCP's default counts`,
        },
        openWorldHint: { value: false, source: 'override', declared: undefined, reason: 'set by a person' },
      },
      contradictions: [],
      doubts: [],
      suggestions: [],
      unreviewed: [],
    });
  });

  it.each<[string, ToolDefinition, string, string[]]>([
    ['nothing declared', { name: 'thing' }, 'destructive', []],
    ['annotations that are no object', { name: 'thing', annotations: null }, 'destructive', []],
    ['a reader', { name: 'list_notes', annotations: { readOnlyHint: true } }, 'read', []],
    ['an adder', { name: 'add_note', annotations: { destructiveHint: false } }, 'additive', []],
    [
      'both at once',
      { name: 'thing', annotations: { readOnlyHint: true, destructiveHint: true } },
      'destructive',
      ['readOnlyHint=true and destructiveHint=true cannot both hold; the stricter one counts'],
    ],
    [
      'a deleter that claims to read',
      { name: 'delete_note', annotations: { readOnlyHint: true, destructiveHint: false } },
      'destructive',
      [
        "the name says 'delete', but readOnlyHint=true is declared",
        "the name says 'delete', but destructiveHint=false is declared",
      ],
    ],
    [
      'a creator that claims to read',
      { name: 'create_note', annotations: { readOnlyHint: true, destructiveHint: false } },
      'additive',
      ["the name says 'create', but readOnlyHint=true is declared"],
    ],
    [
      'a deleter that claims to add',
      { name: 'x', description: 'Deletes it.', annotations: { readOnlyHint: false, destructiveHint: false } },
      'destructive',
      ["the description says 'delete', but destructiveHint=false is declared"],
    ],
    [
      'a mode that deletes',
      {
        name: 'manage_domain',
        inputSchema: { type: 'object', properties: { action: { enum: ['check', 'delete'] } } },
        annotations: { readOnlyHint: false, destructiveHint: false },
      },
      'destructive',
      ["parameter 'action' allows 'delete', but destructiveHint=false is declared"],
    ],
    ['a topic in the name', { name: 'get_message_secret', annotations: { readOnlyHint: true } }, 'read', []],
    ['an arguable verb', { name: 'execute_analyzer', annotations: { readOnlyHint: true } }, 'read', []],
  ])('reads %s', (_case, tool, wantedClass, contradictions) => {
    const resolution = resolve(tool);
    expect(resolution.class).toBe(wantedClass);
    expect(resolution.contradictions.map(({ message }) => message)).toEqual(contradictions);
  });

  it.each(
    `drop_table rm kill_process clear_history cancel_order merge_pull_request move_file delete_note purge_drafts
    send_message update_issue create_or_update_file upload_file`.split(/\s+/),
  )('does not accept that %s only reads', (name) => {
    expect(resolve({ name, annotations: { readOnlyHint: true } }).class).not.toBe('read');
  });

  it.each(
    `deploy_status upload_status send_history edit_history list_publish_history check_install_status update_log
    last_update update_available delete_preview can_delete can_edit check_delete_permission duplicate_check destroy_plan
    generate_chart get_updates list_posts get_delete_status execute_analyzer open_nodes evaluate`.split(/\s+/),
  )('accepts that %s only reads', (name) => {
    expect(resolve({ name, annotations: { readOnlyHint: true } })).toMatchObject({ class: 'read', contradictions: [] });
  });

  it.each([
    ['a title', { name: 'get_thing', title: 'Delete Thing' }, "the title says 'delete'"],
    [
      'a description',
      { name: 'get_thing', description: 'Deletes the thing permanently.' },
      "the description says 'delete'",
    ],
    [
      'a mode',
      { name: 'notes', inputSchema: { type: 'object', properties: { action: { enum: ['list', 'create', 'send'] } } } },
      "parameter 'action' allows",
    ],
    [
      'a flag',
      { name: 'find_files', inputSchema: { type: 'object', properties: { delete_matches: { type: 'boolean' } } } },
      "parameter 'delete_matches' can be switched on",
    ],
  ])('weighs %s against a reading name', (_case, tool, message) => {
    const { class: effective, contradictions } = resolve({ ...tool, annotations: { readOnlyHint: true } });
    expect(effective).not.toBe('read');
    expect(contradictions.map((found) => found.message)[0]).toContain(message);
  });

  it('does not treat prose about creating as a contradiction if the name reads', () => {
    const tool = {
      name: 'get_report',
      description: 'Creates a report of all notes.',
      annotations: { readOnlyHint: true },
    };
    expect(resolve(tool)).toMatchObject({ class: 'read', contradictions: [] });
  });

  it('ranks an override above a proof, and a proof above everything else', () => {
    const liar = { name: 'delete_note', annotations: { readOnlyHint: true } };
    expect(resolve(liar, { override: { readOnlyHint: true } })).toMatchObject({ class: 'read', contradictions: [] });
    expect(resolve(liar, { evidence: { readOnlyHint: true } })).toMatchObject({ class: 'read', contradictions: [] });
    expect(resolve(liar, { override: { readOnlyHint: false }, evidence: { readOnlyHint: true } }).class).toBe(
      'destructive',
    );
  });

  it('suggests only hints that are not declared', () => {
    expect(resolve({ name: 'list_notes', annotations: { openWorldHint: false } }).suggestions).toEqual([
      { hint: 'readOnlyHint', value: true, because: "the name says 'list'" },
      { hint: 'destructiveHint', value: false, because: "the name says 'list'" },
    ]);
    expect(resolve({ name: 'list_notes', annotations: { readOnlyHint: true } }).suggestions).toEqual([]);
  });
});

describe('the rule: anything may tighten, only a person or a proof may relax', () => {
  it('holds for any definition without override or proof', () => {
    fc.assert(
      fc.property(anyTool, (given) => {
        const { hints, class: effective } = resolve(given);
        const stated = declaredOrDefault(given);
        for (const name of HINT_NAMES) {
          if (hints[name].value !== stated[name]) expect(hints[name].value).toBe(!PERMISSIVE_HINTS[name]);
        }
        expect(TOOL_CLASSES.indexOf(effective)).toBeGreaterThanOrEqual(TOOL_CLASSES.indexOf(classOf(stated)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('uses an override, and a proof if there is no override', () => {
    fc.assert(
      fc.property(anyTool, anyHints, anyHints, (given, override, evidence) => {
        const { hints } = resolve(given, { override, evidence });
        const isCancelled = (override.destructiveHint ?? evidence.destructiveHint) === true;
        for (const name of HINT_NAMES) {
          const settled = name === 'readOnlyHint' && isCancelled ? false : (override[name] ?? evidence[name]);
          if (settled !== undefined) expect(hints[name].value).toBe(settled);
        }
      }),
    );
  });

  it('never changes a value by a suggestion', () => {
    fc.assert(
      fc.property(anyTool, (given) => {
        const { hints, suggestions } = resolve(given);
        for (const { hint: name } of suggestions) expect(hints[name].value).toBe(DEFAULT_HINTS[name]);
      }),
    );
  });
});
