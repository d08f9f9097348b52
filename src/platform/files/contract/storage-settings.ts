import * as z from 'zod';

const oneLine = z
  .string()
  .max(500)
  .regex(/^\P{Cc}*$/u);

/** The tenant's ossConfig (platform.md 3) as it is kept: complete, or the tenant's files lie in our own folder. */
export const StorageSettings = z.object({
  /** Address of the service without the bucket, such as `https://s3.eu-north-1.amazonaws.com`. */
  endpoint: z.url({ protocol: /^https?$/ }).max(500),
  accessKey: oneLine.min(1),
  /** Encrypted, with the last four characters if they may be shown (security 2.6, 7.1). */
  secretKey: z.object({ sealed: z.string().min(1), end: z.string().optional() }),
  bucketName: z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]+$/),
  /** Where the bucket is shown to the public; we read from the bucket itself. */
  staticDomain: oneLine.default(''),
  /** Part of the signature; taken from the address where that names it. */
  region: oneLine.optional(),
});
export type StorageSettings = z.infer<typeof StorageSettings>;
