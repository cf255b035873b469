import * as z from 'zod';
import type { Translate } from '../../lang/lang.ts';

/** Some old clients could not send an empty object, so these tools take an argument that means nothing. */
export const onlyConfirm = (t: Translate) =>
  z.object({
    confirm: z.literal('yes').optional().describe(t('Has no effect', '无作用，仅为兼容')),
  });
