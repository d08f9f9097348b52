import * as z from 'zod';

/** An auxiliary material that a cup is made without (practice 13). */
export const LeftOutMaterial = z.strictObject({ name: z.string(), nameZh: z.string() });
export type LeftOutMaterial = z.infer<typeof LeftOutMaterial>;
