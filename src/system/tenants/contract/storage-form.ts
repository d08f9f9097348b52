import * as z from 'zod';
import { SecretText, Text } from '#platform/http/contract/fields.ts';

/** The five parts of an object storage (platform.md 3), and the region of services that know regions. */
export const StorageForm = z.strictObject({
  endpoint: z
    .url()
    .max(500)
    .regex(/^https?:\/\/[^@/?#]+(\/[^?#]*)?$/),
  bucketName: z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]+$/),
  region: Text(60).default(''),
  accessKey: Text(200, 1),
  /** Left out, empty or masked: the one that is kept stays (security 2.6). */
  secretKey: z.union([z.literal(''), SecretText(500)]).default(''),
  staticDomain: Text(500).default(''),
});
export type StorageForm = z.infer<typeof StorageForm>;

/** While no secret is kept there is none that could stay. */
export const FirstStorageForm = StorageForm.extend({ secretKey: SecretText(500) });

/** Whether a storage could be written, read and cleaned; if not, why, in the caller's language. */
export const StorageTrial = z.strictObject({ works: z.boolean(), message: z.string() });
export type StorageTrial = z.infer<typeof StorageTrial>;
