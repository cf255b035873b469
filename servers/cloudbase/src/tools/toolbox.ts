import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit } from '@toolmark/kit';
import type { CloudBase } from '../cloud/cloudbase.ts';
import type { Endpoints } from '../cloud/endpoints.ts';
import type { Consent } from '../consent/consent.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { Language } from '../lang/lang.ts';
import type { Session } from '../session/session.ts';

/** The dependencies of the tools. */
export interface Services {
  readonly cloud: CloudBase;
  readonly session: Session;
  readonly endpoints: Endpoints;
  readonly dialogs: Dialogs;
  readonly language: Language;
  /** Skips all questions; the hints then declare the tools destructive. */
  readonly isUnattended: boolean;
  /** The folder for templates, and the base of relative paths. */
  readonly workspace: string;
  /** This server's own folder for temporary files; removed when the program ends. */
  readonly temporary: string;
  /** Whether downloads may reach addresses of this machine and of private networks: in the emulator, and in tests. */
  readonly mayReachPrivate: boolean;
}

/** The server to register tools on, and the tools' dependencies. */
export interface Toolbox extends Services {
  readonly kit: Kit<McpServer>;
  readonly consent: Consent;
}
