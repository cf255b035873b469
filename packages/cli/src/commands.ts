import type { Command } from 'commander';
import type { Io } from './io.ts';

/** A command as the general help shows it. What it takes and does is loaded when somebody asks for it. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<(command: Command, options: DefineOptions) => void>;
}

export interface DefineOptions {
  readonly io: Io;
  /** What stands after `--`. */
  readonly command: readonly string[];
  /** Called with the exit code. */
  readonly end: (code: number) => void;
}

/**
 * Every command, in the order of the help. One is loaded at a time: an audit should not wait for a gateway to be read from
 * disk, nor a gateway for the audit.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    description: 'offer all your MCP servers through one endpoint',
    load: async () => (await import('./gateway-commands.ts')).defineServe,
  },
  {
    name: 'stdio',
    description: 'the same as a stdio server, for clients that start their servers',
    load: async () => (await import('./gateway-commands.ts')).defineStdio,
  },
  {
    name: 'open',
    description: 'open the page of the running gateway in a browser',
    load: async () => (await import('./open-command.ts')).defineOpen,
  },
  {
    name: 'import',
    description: 'take over the servers that other clients on this machine have',
    load: async () => (await import('./import/command.ts')).defineImport,
  },
  {
    name: 'connect',
    description: 'put Toolmark into the config of a client: Claude, Cursor, VS Code, Codex and others',
    load: async () => (await import('./connect/command.ts')).defineConnect,
  },
  {
    name: 'servers',
    description: 'look at the servers of the running gateway, restart one; find and add servers',
    load: async () => (await import('./servers-command.ts')).defineServers,
  },
  {
    name: 'tools',
    description:
      'look at the tools of the running gateway, set their hints, accept changed ones, switch them off, rename them',
    load: async () => (await import('./tools-command.ts')).defineTools,
  },
  {
    name: 'review',
    description: 'accept what new servers claim of their tools, all that look ordinary or one by one',
    load: async () => (await import('./review/command.ts')).defineReview,
  },
  {
    name: 'sessions',
    description: 'look at what each client did through the gateway',
    load: async () => (await import('./sessions/command.ts')).defineSessions,
  },
  {
    name: 'calls',
    description: 'look at the calls that went through the gateway: list, watch, export, replay',
    load: async () => (await import('./calls/command.ts')).defineCalls,
  },
  {
    name: 'approvals',
    description: 'answer calls that wait for a person, and see what was approved for longer',
    load: async () => (await import('./approvals/command.ts')).defineApprovals,
  },
  {
    name: 'policy',
    description: 'show what is done about calls, explain it, test it, try it on recorded calls',
    load: async () => (await import('./policy/command.ts')).definePolicy,
  },
  {
    name: 'tokens',
    description: 'make tokens for less than everything, look at them, revoke them',
    load: async () => (await import('./tokens/command.ts')).defineTokens,
  },
  {
    name: 'passkeys',
    description: 'look at the passkeys that can approve',
    load: async () => (await import('./passkeys/command.ts')).definePasskeys,
  },
  {
    name: 'profiles',
    description: 'parts of everything that is offered, under addresses of their own',
    load: async () => (await import('./profiles/command.ts')).defineProfiles,
  },
  {
    name: 'doctor',
    description: 'check config, record, gateway, servers and clients, and say what to do',
    load: async () => (await import('./doctor/command.ts')).defineDoctor,
  },
  {
    name: 'audit',
    description: 'check the tool annotations of a server',
    load: async () => (await import('./audit-definition.ts')).defineAudit,
  },
  {
    name: 'table',
    description: "print a server's tools as a classification table to start from",
    load: async () => (await import('./audit-definition.ts')).defineTable,
  },
  {
    name: 'demo',
    description: 'watch a demo: an agent works through the gateway, and asks you before it deletes',
    load: async () => (await import('./demo/command.ts')).defineDemo,
  },
  {
    name: 'demo-server',
    description: 'run the demo server: notes and files to play with, on stdio or with --http',
    load: async () => (await import('./gateway-commands.ts')).defineDemoServer,
  },
];
