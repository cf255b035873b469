import type { Command } from 'commander';
import type { Io } from './io.ts';

/** A command as the general help lists it. Its options and code are loaded on demand. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<(command: Command, options: DefineOptions) => void>;
}

export interface DefineOptions {
  readonly io: Io;
  /** The words after `--`. */
  readonly command: readonly string[];
  /** Called with the exit code. */
  readonly end: (code: number) => void;
}

/**
 * All commands in the order of the help. Each is loaded on demand, so that an audit does not load the gateway and the
 * gateway does not load the audit.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    description: 'run the gateway: all your MCP servers behind one endpoint',
    load: async () => (await import('./gateway-commands.ts')).defineServe,
  },
  {
    name: 'stdio',
    description: 'the same over stdio, for clients that start their servers',
    load: async () => (await import('./gateway-commands.ts')).defineStdio,
  },
  {
    name: 'open',
    description: 'open the page of the running gateway in a browser',
    load: async () => (await import('./open-command.ts')).defineOpen,
  },
  {
    name: 'import',
    description: 'import the servers that other clients on this machine use',
    load: async () => (await import('./import/command.ts')).defineImport,
  },
  {
    name: 'connect',
    description: 'add Toolmark to the config of a client: Claude, Cursor, VS Code, Codex and others',
    load: async () => (await import('./connect/command.ts')).defineConnect,
  },
  {
    name: 'servers',
    description: 'list the servers of the running gateway, restart one, find and add servers',
    load: async () => (await import('./servers-command.ts')).defineServers,
  },
  {
    name: 'tools',
    description: 'list tools, set their hints, accept changed ones, disable or rename them',
    load: async () => (await import('./tools-command.ts')).defineTools,
  },
  {
    name: 'review',
    description: 'review what new servers claim about their tools, together or one by one',
    load: async () => (await import('./review/command.ts')).defineReview,
  },
  {
    name: 'sessions',
    description: 'list the sessions of each client',
    load: async () => (await import('./sessions/command.ts')).defineSessions,
  },
  {
    name: 'calls',
    description: 'list, watch, export and replay recorded calls',
    load: async () => (await import('./calls/command.ts')).defineCalls,
  },
  {
    name: 'approvals',
    description: 'answer calls that wait for approval, and list lasting approvals',
    load: async () => (await import('./approvals/command.ts')).defineApprovals,
  },
  {
    name: 'policy',
    description: 'show, explain and test the policy, also against recorded calls',
    load: async () => (await import('./policy/command.ts')).definePolicy,
  },
  {
    name: 'tokens',
    description: 'create, list and revoke named tokens with limited access',
    load: async () => (await import('./tokens/command.ts')).defineTokens,
  },
  {
    name: 'secrets',
    description: 'keep tokens and passwords of servers out of the config',
    load: async () => (await import('./secrets/command.ts')).defineSecrets,
  },
  {
    name: 'passkeys',
    description: 'list the passkeys that can approve calls',
    load: async () => (await import('./passkeys/command.ts')).definePasskeys,
  },
  {
    name: 'profiles',
    description: 'manage subsets of your tools with their own addresses',
    load: async () => (await import('./profiles/command.ts')).defineProfiles,
  },
  {
    name: 'doctor',
    description: 'check config, record, gateway, servers and clients, and suggest fixes',
    load: async () => (await import('./doctor/command.ts')).defineDoctor,
  },
  {
    name: 'audit',
    description: 'check the tool annotations of a server',
    load: async () => (await import('./audit-definition.ts')).defineAudit,
  },
  {
    name: 'verify',
    description: "run a server's tools in a sandbox, and compare what they do with their hints",
    load: async () => (await import('./verify/command.ts')).defineVerify,
  },
  {
    name: 'table',
    description: "print a server's tools as a classification table to start from",
    load: async () => (await import('./audit-definition.ts')).defineTable,
  },
  {
    name: 'demo',
    description: 'run a demo: an agent works through the gateway, and asks you before it deletes',
    load: async () => (await import('./demo/command.ts')).defineDemo,
  },
  {
    name: 'demo-server',
    description: 'run the demo server: notes and files to try, over stdio or with --http',
    load: async () => (await import('./gateway-commands.ts')).defineDemoServer,
  },
];
