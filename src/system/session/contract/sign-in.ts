import * as z from 'zod';
import { SecretText, Text } from '#platform/http/contract/fields.ts';

/** As people write numbers; compared without spaces and signs, see `normalPhone`. */
const Phone = z
  .string()
  .max(40)
  .regex(/^\s*(\+|00)?[\d\s().-]{5,30}$/);
const Code = z.string().regex(/^\s*\d{6}\s*$/);
/** A random value that stands for a step under way. */
const Ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const Password = SecretText(512);

/** Chosen by the client, a random one each time; it only finds the picture again. */
export const CaptchaKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
/** A picture as a data address (system-api.md 2.1). */
export const CaptchaImage = z.string();

/** The older contract's modes; a forgotten password (2) begins with its captcha instead. */
export const SmsMode = { login: '0', register: '1' } as const;

export const SendCodeRequest = z.strictObject({ mobile: Phone, smsmode: z.enum(SmsMode) });
export type SendCodeRequest = z.infer<typeof SendCodeRequest>;

const ignored = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]).optional();

export const PhoneLoginRequest = z.strictObject({ mobile: Phone, captcha: Code, remember_me: ignored });
export type PhoneLoginRequest = z.infer<typeof PhoneLoginRequest>;

export const RegisterRequest = z.strictObject({
  phone: Phone,
  smscode: Code,
  username: Text(40, 2),
  password: Password,
  email: z.email().max(254).optional(),
});
export type RegisterRequest = z.infer<typeof RegisterRequest>;

export const RegisterAnswer = z.strictObject({ username: z.string() });
export type RegisterAnswer = z.infer<typeof RegisterAnswer>;

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

export const VerifyAlterationRequest = z.strictObject({ ticket: Ticket, smscode: Code });
export type VerifyAlterationRequest = z.infer<typeof VerifyAlterationRequest>;

/** The name is told to whoever has the code, to fill in the login form afterwards. */
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

/** `token` holds the name of a session, as the list of online users tells it; never a token (system-api.md 7 no. 15). */
export const ForceLogoutRequest = z.strictObject({ token: z.uuid() });
export type ForceLogoutRequest = z.infer<typeof ForceLogoutRequest>;
