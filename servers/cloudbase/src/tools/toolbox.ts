import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit } from '@toolmark/kit';
import type { CloudBase } from '../cloud/cloudbase.ts';
import type { Endpoints } from '../cloud/endpoints.ts';
import type { Consent } from '../consent/consent.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { Language } from '../lang/lang.ts';
import type { Session } from '../session/session.ts';

/** What the tools work with, for as long as the program runs. */
export interface Services {
  readonly cloud: CloudBase;
  readonly session: Session;
  readonly endpoints: Endpoints;
  readonly dialogs: Dialogs;
  readonly language: Language;
  /** Without questions: what would need a person's yes just happens, and the hints say so. */
  readonly isUnattended: boolean;
  /** Where templates are unpacked, and what relative paths start from. */
  readonly workspace: string;
  /** This server's own folder for temporary files; it goes when the program ends. */
  readonly temporary: string;
  /** Whether downloads may reach addresses of this machine and of private networks: in the emulator, and in tests. */
  readonly mayReachPrivate: boolean;
}

/** What a tool is registered on and works with. */
export interface Toolbox extends Services {
  readonly kit: Kit<McpServer>;
  readonly consent: Consent;
}
