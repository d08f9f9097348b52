import * as z from 'zod';

/** A picture that customers can choose for a cup, and that an order keeps as it was chosen. */
export const OfferedArt = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Empty where there is the other name alone. */
  nameZh: z.string(),
  /** Below `/api/sys/common/static`, as of all pictures. */
  image: z.string(),
});
export type OfferedArt = z.infer<typeof OfferedArt>;
