import type { Shape } from '@toolmark/api-contract';
import * as z from 'zod';

const MAX_GLOBS = 1_000;
const MAX_GLOB_LENGTH = 512;
const glob = z.string().min(1).max(MAX_GLOB_LENGTH);
const globs = (description: string) =>
  z
    .union([glob, z.array(glob).max(MAX_GLOBS)])
    .optional()
    .describe(description);
const className = z.enum(['read', 'additive', 'destructive']);

/** The name is part of a URL and is compared case-sensitively, so it is lowercase. */
export const PROFILE_NAME: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

export const profileSchema = z.looseObject({
  description: z.string().max(500).optional().describe('What the profile is for, shown where people choose one.'),
  servers: globs('Servers of the profile, with * as a wildcard; all by default.'),
  tools: globs("Tools of the profile, by the server's own name or as server/tool; all by default."),
  exclude: globs('Tools to leave out, written in the same way.'),
  classes: z
    .union([className, z.array(className).min(1)])
    .optional()
    .describe('Only tools of these effective classes; all by default.'),
});

export type ProfileEntry = Shape<typeof profileSchema>;

/** The strictest limits of model APIs for a tool name; the prefix with the server's name is checked separately. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const curationSchema = z.looseObject({
  server: glob.describe('The server, with * as a wildcard.'),
  tool: glob.describe("The tool, by the server's own name, with * as a wildcard."),
  enabled: z.boolean().optional().describe('false hides the tool from all clients.'),
  name: z.string().regex(TOOL_NAME).optional().describe('A new name, for one tool: letters, digits, _ and -.'),
  title: z.string().min(1).max(200).optional().describe('A new title, for one tool.'),
  description: z.string().min(1).max(20_000).optional().describe('A new description, for one tool.'),
});

export type CurationEntry = Shape<typeof curationSchema>;

export const registrySchema = z.looseObject({
  url: z
    .url()
    .optional()
    .describe('The address of an MCP registry; https://registry.modelcontextprotocol.io by default.'),
});

export type RegistryEntry = Shape<typeof registrySchema>;

export const oauthSchema = z.looseObject({
  clientId: z.string().min(1).optional().describe('The id of a client that was registered by hand.'),
  clientSecret: z.string().min(1).optional().describe('The secret of that client, if it has one.'),
  scopes: globs('Scopes to request in addition to those the server names.'),
  issuer: z.url().optional().describe('The only authorization server to use, even if the server names another.'),
  clientMetadataUrl: z.url().optional().describe('The https address of a client ID metadata document.'),
  redirect: z
    .enum(['common', 'issuer'])
    .optional()
    .describe(
      'The redirect address of the registered client: /oauth/callback (common, the default), or the one of its issuer, /oauth/callback/….',
    ),
});

export type OAuthEntry = Shape<typeof oauthSchema>;
