import * as z from 'zod';

/** The result of a delete: the same end state whether the object existed or not. */
export const Deleted = z.object({
  deleted: z.boolean().describe('false where it was gone already'),
  message: z.string(),
});

export const toDeleted = (what: string, wasThere: boolean): z.output<typeof Deleted> => ({
  deleted: wasThere,
  message: wasThere ? `Deleted ${what}.` : `There was no ${what}; it is already gone.`,
});
