import * as z from 'zod';

/** Whether tax is rounded on each line, or once on the order (practice 3). */
export const TaxRounding = z.enum(['line', 'order']);
export type TaxRounding = z.infer<typeof TaxRounding>;
