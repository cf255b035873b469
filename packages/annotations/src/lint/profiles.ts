/**
 * The authority whose rules a check applies. The three disagree about which hints are required and about the meaning of
 * one.
 */
export type ProfileName = 'spec' | 'anthropic' | 'openai';

export interface Profile {
  readonly name: ProfileName;
  readonly title: string;
  readonly summary: string;
  /** The date of the last comparison with the source. */
  readonly asOf: string;
  readonly source: string;
  /** The maximum length of a tool name. */
  readonly maxNameLength: number;
}

/** The profiles, the specification's own first. */
export const PROFILES: readonly Profile[] = Object.freeze([
  {
    name: 'spec',
    title: 'MCP specification',
    summary: 'All hints are optional with pessimistic defaults; openWorldHint is about reaching the open world at all.',
    asOf: '2026-11-15',
    source: 'MCP specification 2026-07-28, schema.ts ToolAnnotations and server/tools',
    maxNameLength: 128,
  },
  {
    name: 'anthropic',
    title: 'Anthropic connector directory',
    summary:
      'A title, and readOnlyHint or destructiveHint, on every tool; the title where either validator looks for it.',
    asOf: '2026-11-15',
    source: 'Connector review criteria as quoted in public submissions (mdn/mcp#134, vantage#108, basic-memory#1031)',
    maxNameLength: 64,
  },
  {
    name: 'openai',
    title: 'OpenAI apps review',
    summary:
      'readOnlyHint, destructiveHint and openWorldHint explicit on every tool; openWorldHint only for tools that change public or third-party state.',
    asOf: '2026-11-15',
    source:
      'Apps SDK submission guidance as quoted in public submissions (anythingmcp#579, grafana#1009, Teamwork/mcp#420)',
    maxNameLength: 64,
  },
]);

export function isProfileName(name: string): name is ProfileName {
  return PROFILES.some((profile) => profile.name === name);
}

/** The profile with this name. */
export function profileOf(name: ProfileName): Profile {
  const profile = PROFILES.find((candidate) => candidate.name === name);
  if (profile === undefined) throw new TypeError(`unknown profile '${name}'`);
  return profile;
}
