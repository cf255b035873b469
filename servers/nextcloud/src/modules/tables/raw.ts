import * as z from 'zod';

// The used parts of the Tables app's replies.

export const RawTable = z.object({
  id: z.int(),
  title: z.string(),
  emoji: z.string().nullish(),
  description: z.string().nullish(),
  ownership: z.string(),
  isShared: z.boolean().nullish(),
  rowsCount: z.int().nullish(),
  columnsCount: z.int().nullish(),
});
export type RawTable = z.output<typeof RawTable>;

export const RawColumn = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  subtype: z.string().nullish(),
  mandatory: z.boolean().nullish(),
  description: z.string().nullish(),
  selectionOptions: z.array(z.object({ id: z.int(), label: z.string() })).nullish(),
});
export type RawColumn = z.output<typeof RawColumn>;

export const RawScheme = z.object({
  title: z.string(),
  emoji: z.string().nullish(),
  description: z.string().nullish(),
  columns: z.array(RawColumn),
  views: z.array(z.object({ id: z.int(), title: z.string() })).nullish(),
});
export type RawScheme = z.output<typeof RawScheme>;

export const RawRow = z.object({
  id: z.int(),
  tableId: z.int(),
  createdBy: z.string().nullish(),
  createdAt: z.string().nullish(),
  lastEditBy: z.string().nullish(),
  lastEditAt: z.string().nullish(),
  data: z.array(z.object({ columnId: z.int(), value: z.unknown() })),
});
export type RawRow = z.output<typeof RawRow>;
