import * as z from 'zod';

/** The parts of `toolmark.json` that say what of everything is offered, and to whom, as a person writes them. */
export interface ProfileEntry {
  readonly description?: string | undefined;
  readonly servers?: OneOrMany | undefined;
  readonly tools?: OneOrMany | undefined;
  readonly exclude?: OneOrMany | undefined;
  readonly classes?: ClassName | readonly ClassName[] | undefined;
}

export interface CurationEntry {
  readonly server: string;
  readonly tool: string;
  readonly enabled?: boolean | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

export interface RegistryEntry {
  readonly url?: string | undefined;
}

export interface OAuthEntry {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scopes?: OneOrMany | undefined;
  readonly issuer?: string | undefined;
  readonly clientMetadataUrl?: string | undefined;
  readonly redirect?: 'common' | 'issuer' | undefined;
}

type OneOrMany = string | readonly string[];
type ClassName = 'read' | 'additive' | 'destructive';

const MOST_GLOBS = 1_000;
const LONGEST_GLOB = 512;
const glob = z.string().min(1).max(LONGEST_GLOB);
const globs = (what: string): z.ZodType<OneOrMany | undefined> =>
  z
    .union([glob, z.array(glob).max(MOST_GLOBS)])
    .optional()
    .describe(what);
const className = z.enum(['read', 'additive', 'destructive']);

/** It stands in an address, and is compared as it is. */
export const PROFILE_NAME: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

export const profileSchema: z.ZodType<ProfileEntry> = z.looseObject({
  description: z.string().max(500).optional().describe('What it is for, for people who choose one.'),
  servers: globs('Servers it has; * is anything, and all of them unless given.'),
  tools: globs('Tools it has, as their servers call them, or server/tool; all of them unless given.'),
  exclude: globs('Tools it has not, said in the same way.'),
  classes: z
    .union([className, z.array(className).min(1)])
    .optional()
    .describe('Tools of these effective classes only; all of them unless given.'),
});

/** What the strictest model APIs take as the name of a tool, without what a server's name needs of it. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const curationSchema: z.ZodType<CurationEntry> = z.looseObject({
  server: glob.describe('Of which server; * is anything.'),
  tool: glob.describe('Which tool, as its server calls it; * is anything.'),
  enabled: z.boolean().optional().describe('false offers it to nobody.'),
  name: z.string().regex(TOOL_NAME).optional().describe('Another name, for one tool: letters, digits, _ and -.'),
  title: z.string().min(1).max(200).optional().describe('Another title, for one tool.'),
  description: z.string().min(1).max(20_000).optional().describe('Another description, for one tool.'),
});

export const registrySchema: z.ZodType<RegistryEntry> = z.looseObject({
  url: z.url().optional().describe('An MCP registry; https://registry.modelcontextprotocol.io unless given.'),
});

export const oauthSchema: z.ZodType<OAuthEntry> = z.looseObject({
  clientId: z.string().min(1).optional().describe('A client that was registered by hand.'),
  clientSecret: z.string().min(1).optional().describe('Its secret, where it has one.'),
  scopes: globs('What to ask for, beside what the server says it needs.'),
  issuer: z.url().optional().describe('The only authorization server to sign in at, whoever the server names.'),
  clientMetadataUrl: z.url().optional().describe('An https address with a client ID metadata document.'),
  redirect: z
    .enum(['common', 'issuer'])
    .optional()
    .describe(
      'Which redirect address the client was registered with: /oauth/callback, or the one of its issuer, /oauth/callback/…. common unless given.',
    ),
});
