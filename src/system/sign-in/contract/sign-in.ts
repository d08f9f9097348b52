import * as z from 'zod';
import { SecretText, Text } from '#platform/http/contract/fields.ts';
import { TypedStep } from '#system/second-step/contract/typed-step.ts';
import { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { Phone, TypedCode } from '#system/verification/contract/verification.ts';

const Password = SecretText(512);

const ignored = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]).optional();

export const PhoneLoginRequest = z.strictObject({
  mobile: Phone,
  captcha: TypedCode,
  secondStep: TypedStep,
  remember_me: ignored,
});
export type PhoneLoginRequest = z.infer<typeof PhoneLoginRequest>;

/** What an older app gets (system-api.md 2.2): the session and its owner alone. */
export const MobileLoginAnswer = LoginAnswer.pick({ token: true, userInfo: true });
export type MobileLoginAnswer = z.infer<typeof MobileLoginAnswer>;

export const RegisterRequest = z.strictObject({
  phone: Phone,
  smscode: TypedCode,
  username: Text(40, 2),
  password: Password,
  email: z.email().max(254).optional(),
});
export type RegisterRequest = z.infer<typeof RegisterRequest>;

export const RegisterAnswer = z.strictObject({ username: z.string() });
export type RegisterAnswer = z.infer<typeof RegisterAnswer>;
