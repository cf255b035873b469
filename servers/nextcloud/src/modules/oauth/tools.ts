import * as z from 'zod';
import { CREATE, DELETE, READ } from '../../tools/hints.ts';
import { defineAccessTool, showLink } from './define-access-tool.ts';

const LINK_TEXT = 'Open the link and sign in. It works once, for 10 minutes, and only for your own account.';
const NOT_YET = 'The sign-in is not finished yet. Finish it in the browser, then call check_provisioning_status.';

export const provision = defineAccessTool({
  name: 'provision_nextcloud_access',
  title: 'Grant Server Access to Nextcloud',
  description:
    'Gives a link where the user signs in and grants this server access to Nextcloud while they are away, for indexing in the background.',
  hints: CREATE,
  output: z.object({
    success: z.boolean(),
    is_provisioned: z.boolean(),
    authorization_url: z.url().optional().describe('Show it to the user; do not open it yourself'),
    message: z.string(),
  }),
  run: async ({ offline, principal, context }) => {
    if ((await offline.status(principal)) !== undefined)
      return {
        success: true,
        is_provisioned: true,
        message: 'Access is granted already. Revoke it with revoke_nextcloud_access to sign in anew.',
      };
    const shown = await showLink(context, () => offline.begin(principal));
    if (shown.kind === 'ask') return shown.question;
    if (shown.kind === 'declined')
      return { success: false, is_provisioned: false, message: 'The user did not open the link.' };
    if (shown.kind === 'opened') return { success: true, is_provisioned: false, message: NOT_YET };
    return {
      success: true,
      is_provisioned: false,
      authorization_url: await offline.begin(principal),
      message: LINK_TEXT,
    };
  },
});

export const revoke = defineAccessTool({
  name: 'revoke_nextcloud_access',
  title: 'Revoke Server Access to Nextcloud',
  description:
    'Ends the access that the user granted to this server: deletes its token, and revokes it where it was issued.',
  hints: DELETE,
  output: z.object({ success: z.boolean(), was_provisioned: z.boolean(), message: z.string() }),
  run: async ({ offline, principal }) => {
    const { wasGranted, isRevoked } = await offline.revoke(principal);
    if (!wasGranted)
      return { success: true, was_provisioned: false, message: 'There was no access; it is already gone.' };
    const message = isRevoked
      ? 'The access is revoked and its token deleted.'
      : 'The token is deleted here. The authorization server did not confirm the revocation; remove the access there too.';
    return { success: true, was_provisioned: true, message };
  },
});

export const checkStatus = defineAccessTool({
  name: 'check_provisioning_status',
  title: 'Check Provisioning Status',
  description: 'Says whether the user has granted this server access to Nextcloud, since when, and with which scopes.',
  hints: READ,
  output: z.object({
    is_provisioned: z.boolean(),
    provisioned_at: z.iso.datetime().optional(),
    client_id: z.string().optional(),
    scopes: z.array(z.string()).readonly().optional(),
    flow_type: z.literal('authorization_code').optional(),
  }),
  run: async ({ offline, principal }) => {
    const grant = await offline.status(principal);
    if (grant === undefined) return { is_provisioned: false };
    return {
      is_provisioned: true,
      provisioned_at: grant.grantedAt,
      client_id: grant.clientId,
      scopes: grant.scopes,
      flow_type: 'authorization_code' as const,
    };
  },
});

export const checkLoggedIn = defineAccessTool({
  name: 'check_logged_in',
  title: 'Check Server Login Status',
  description: 'Says whether this server has access to Nextcloud; where it has none, gives the user a link to sign in.',
  hints: READ,
  output: z.object({ logged_in: z.boolean(), authorization_url: z.url().optional(), message: z.string() }),
  run: async ({ offline, principal, context }) => {
    if ((await offline.status(principal)) !== undefined) return { logged_in: true, message: 'yes' };
    const shown = await showLink(context, () => offline.begin(principal));
    if (shown.kind === 'ask') return shown.question;
    if (shown.kind === 'declined') return { logged_in: false, message: 'The user did not open the link.' };
    if (shown.kind === 'opened') return { logged_in: false, message: NOT_YET };
    return { logged_in: false, authorization_url: await offline.begin(principal), message: LINK_TEXT };
  },
});
