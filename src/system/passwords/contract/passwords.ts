import * as z from 'zod';
import { SecretText } from '#platform/http/contract/fields.ts';
import { CaptchaKey, TypedCode } from '#system/verification/contract/verification.ts';

/** A random value that stands for a step under way. */
const Ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const Password = SecretText(512);

/** Step 1 of a password alteration: account, phone or e-mail, and the characters of the picture. */
export const BeginAlterationRequest = z.strictObject({
  account: SecretText(200),
  checkKey: CaptchaKey,
  captcha: z.string().min(1).max(20),
});
export type BeginAlterationRequest = z.infer<typeof BeginAlterationRequest>;

/** Says nothing about the account: the same for one that does not exist. */
export const AlterationTicket = z.strictObject({ ticket: Ticket });
export type AlterationTicket = z.infer<typeof AlterationTicket>;

export const VerifyAlterationRequest = z.strictObject({ ticket: Ticket, smscode: TypedCode });
export type VerifyAlterationRequest = z.infer<typeof VerifyAlterationRequest>;

/** The name is answered to a caller with the code, to fill in the login form afterwards. */
export const VerifyAlterationAnswer = z.strictObject({ username: z.string(), ticket: Ticket });
export type VerifyAlterationAnswer = z.infer<typeof VerifyAlterationAnswer>;

export const AlterPasswordRequest = z.strictObject({ ticket: Ticket, password: Password });
export type AlterPasswordRequest = z.infer<typeof AlterPasswordRequest>;

export const ChangePasswordRequest = z.strictObject({
  /** Must be the session's own user when given (security 2.5). */
  username: SecretText(200).optional(),
  oldpassword: Password,
  password: Password,
  confirmpassword: Password,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

export const StepUpRequest = z.strictObject({ currentPassword: Password });
export type StepUpRequest = z.infer<typeof StepUpRequest>;
