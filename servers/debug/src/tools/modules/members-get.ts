import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { MemberFacts } from '../../backend/facts.ts';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { findModule } from './find-module.ts';

const KINDS = ['methods', 'properties', 'fields', 'events'] as const;
type Kind = (typeof KINDS)[number];
const KIND_OF = { method: 'methods', property: 'properties', field: 'fields', event: 'events' } as const;
const Member = z.looseObject({ name: z.string(), visibility: z.string(), isStatic: z.boolean() });

export const membersGet: DebugTool = defineTool({
  name: 'members_get',
  title: 'Get Type Members',
  description: {
    summary: 'Lists the members of a type.',
    returns: 'methods, properties, fields and events, with the count of each.',
    preconditions: 'A session is active.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    type_name: z.string().trim().min(1).describe('Full name of the type, as types_get gives it'),
    module_name: z.string().trim().min(1).optional().describe('Module to look in; all when left out'),
    include_inherited: z.boolean().default(false).describe('Add members of base types'),
    member_kinds: z
      .string()
      .optional()
      .describe('Some of methods,properties,fields,events, with commas; all when left out'),
    visibility: z.enum(['public', 'internal', 'private', 'protected']).optional().describe('Only members this visible'),
    include_static: z.boolean().default(true).describe('Keep static members'),
    include_instance: z.boolean().default(true).describe('Keep members of instances'),
  }),
  output: {
    typeName: z.string(),
    methods: z.array(Member),
    properties: z.array(Member),
    fields: z.array(Member),
    events: z.array(Member),
    includesInherited: z.boolean(),
    methodCount: z.number().int(),
    propertyCount: z.number().int(),
    fieldCount: z.number().int(),
    eventCount: z.number().int(),
  },
  more: 'Narrow it with member_kinds or visibility.',
  run: async (args, { engine }) => {
    const kinds = parseKinds(args.member_kinds);
    if (kinds === undefined) {
      return err({
        code: 'INVALID_PARAMETER',
        message: `member_kinds is '${args.member_kinds}'. Give some of ${KINDS.join(',')}, with commas between them.`,
        details: { parameter: 'member_kinds' },
      });
    }
    return engine.whileLive({ code: 'METADATA_ERROR', milliseconds: LIMITS.longQuestionMs }, async ({ backend }) => {
      const module = args.module_name === undefined ? ok(undefined) : await findModule(backend, args.module_name);
      if (!module.ok) return module;
      const answer = await backend.members(args.type_name, module.value?.path ?? module.value?.name);
      if (!answer.ok) return answer;
      const { type, members } = answer.value;
      const meant = members.filter(
        (member) =>
          (args.include_inherited || member.inheritedFrom === undefined) &&
          (args.visibility === undefined || member.visibility === args.visibility) &&
          (member.isStatic ? args.include_static : args.include_instance),
      );
      const of = (kind: Kind) =>
        kinds.has(kind)
          ? meant.filter((member) => KIND_OF[member.kind] === kind).map((member) => toMember(member, type))
          : [];
      const [methods, properties, fields, events] = [of('methods'), of('properties'), of('fields'), of('events')];
      return ok({
        typeName: type,
        methods,
        properties,
        fields,
        events,
        includesInherited: args.include_inherited,
        methodCount: methods.length,
        propertyCount: properties.length,
        fieldCount: fields.length,
        eventCount: events.length,
      });
    });
  },
});

function toMember(member: MemberFacts['members'][number], type: string): z.input<typeof Member> {
  const { kind, name, visibility, isStatic, signature, inheritedFrom } = member;
  const declaringType = inheritedFrom ?? type;
  const shared = { name, visibility, isStatic, declaringType, ...(signature !== undefined && { signature }) };
  return kind === 'method' ? { ...shared, returnType: member.type ?? null } : { ...shared, type: member.type ?? null };
}

function parseKinds(text: string | undefined): ReadonlySet<Kind> | undefined {
  if (text === undefined || text.trim() === '') return new Set(KINDS);
  const asked = text.split(',').map((part) => part.trim().toLowerCase());
  const known = KINDS.filter((kind) => asked.includes(kind));
  return known.length === new Set(asked).size ? new Set(known) : undefined;
}
