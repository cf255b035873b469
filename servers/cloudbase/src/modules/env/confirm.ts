import * as z from 'zod';
import type { Translate } from '../../lang/lang.ts';

/** A dummy argument for old clients that could not send an empty object. */
export const onlyConfirm = (t: Translate) =>
  z.object({
    confirm: z.literal('yes').optional().describe(t('Has no effect', '无作用，仅为兼容')),
  });
