import type * as z from 'zod';
import { Text } from '#platform/http/contract/fields.ts';
import { SECRET_MASK } from '#system/tenants/contract/tenant-info.ts';

/** The mask that stands for a secret; it may show the last four characters (security 2.6). */
export const isMasked = (value: string): boolean => value.startsWith(SECRET_MASK);

/** A secret of this form, or the mask that stands for one. */
export const SecretText = (form: RegExp, isRequired: boolean): z.ZodType<string> =>
  Text(300, isRequired ? 1 : 0).refine((value) => value === '' || isMasked(value) || form.test(value), {
    message: 'fault.format',
  }) as unknown as z.ZodType<string>;
