import * as z from 'zod';
import { SecretText } from '#platform/http/contract/fields.ts';
import { TypedStep } from '#system/second-step/contract/typed-step.ts';

/** A one-use public key that encrypts one login form (product.md 3). */
export const LoginKey = z.strictObject({
  keyId: z.string(),
  publicKey: z.strictObject({
    kty: z.literal('RSA'),
    n: z.string(),
    e: z.string(),
    alg: z.literal('RSA-OAEP-256'),
    use: z.literal('enc'),
    kid: z.string(),
  }),
});
export type LoginKey = z.infer<typeof LoginKey>;

/** What older clients veil texts with that they keep in the browser; no call of ours takes such texts (system-api.md 7 no. 20). */
export const EncryptedString = z.strictObject({ key: z.string().length(16), iv: z.string().length(16) });
export type EncryptedString = z.infer<typeof EncryptedString>;

/** Names as typed; the server compares them trimmed, NFKC and in lower case. */
const Account = SecretText(200);
const Password = SecretText(512);

/** The plaintext inside `{ jwe }`. */
export const LoginForm = z.strictObject({
  keyId: z.string().max(64),
  username: Account,
  password: Password,
  secondStep: TypedStep,
});
export type LoginForm = z.infer<typeof LoginForm>;

const ignored = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]).optional();

/**
 * Either `{ jwe }` or the clear form of API clients over TLS or loopback. The older client's captcha fields are accepted
 * and ignored (product.md 3).
 */
export const LoginRequest = z
  .strictObject({
    jwe: z.string().min(1).max(8000).optional(),
    username: Account.optional(),
    password: Password.optional(),
    secondStep: TypedStep,
    captcha: ignored,
    checkKey: ignored,
    remember_me: ignored,
  })
  .superRefine((form, context) => {
    const clear = [form.username, form.password, form.secondStep].some((one) => one !== undefined);
    if (form.jwe !== undefined && clear) {
      context.addIssue({ code: 'custom', path: ['jwe'], message: 'login.one-form-only' });
      return;
    }
    if (form.jwe !== undefined) return;
    for (const field of ['username', 'password'] as const) {
      if (form[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'fault.required' });
    }
  });
export type LoginRequest = z.infer<typeof LoginRequest>;
