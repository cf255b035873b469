import * as z from 'zod';

const idOrText = z.union([z.string(), z.int()]);
const nullableText = z.string().nullish();

/** A share in the app's format: ids are strings of digits. */
export const RawShare = z.object({
  id: idOrText,
  share_type: z.int(),
  share_with: nullableText,
  share_with_displayname: nullableText,
  permissions: z.int(),
  path: z.string(),
  item_type: z.string(),
  uid_owner: z.string(),
  stime: z.int(),
  expiration: nullableText,
  url: nullableText,
  label: nullableText,
  note: nullableText,
});

/** A share as tools return it. */
export const Share = z.object({
  id: z.int(),
  path: z.string(),
  item_type: z.string(),
  share_type: z.int(),
  share_with: z.string().optional(),
  permissions: z.int(),
  can: z.array(z.string()).readonly().describe('Permissions in words'),
  owner: z.string(),
  created: z.string(),
  expiration: z.string().optional(),
  url: z.string().optional().describe('Of a public link'),
  label: z.string().optional(),
  note: z.string().optional(),
});

const BITS = { read: 1, update: 2, create: 4, delete: 8, share: 16 } as const;

export const permissions = z.int().min(1).max(31).describe('Sum of 1 read, 2 update, 4 create, 8 delete, 16 share');

export const shareId = z.int().min(1).describe('Id of the share');

export function toShare(raw: z.output<typeof RawShare>): z.output<typeof Share> {
  const texts = {
    share_with: raw.share_with,
    expiration: raw.expiration,
    url: raw.url,
    label: raw.label,
    note: raw.note,
  };
  return {
    id: Number(raw.id),
    path: raw.path,
    item_type: raw.item_type,
    share_type: raw.share_type,
    permissions: raw.permissions,
    can: Object.entries(BITS).flatMap(([name, bit]) => ((raw.permissions & bit) === 0 ? [] : [name])),
    owner: raw.uid_owner,
    created: new Date(raw.stime * 1000).toISOString(),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text != null && text !== '')),
  };
}
