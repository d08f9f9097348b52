import * as z from 'zod';

/** As people write numbers; compared without spaces and signs, see `normalPhone`. */
export const Phone = z
  .string()
  .max(40)
  .regex(/^\s*(\+|00)?[\d\s().-]{5,30}$/);
/** The digits of a code, as they are typed. */
export const TypedCode = z.string().regex(/^\s*\d{6}\s*$/);

/** Chosen by the client, a random one each time; it only finds the picture again. */
export const CaptchaKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
/** A picture as a data address (system-api.md 2.1). */
export const CaptchaImage = z.string();

export const CheckCaptchaRequest = z.strictObject({
  captcha: z.string().max(20),
  checkKey: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    CaptchaKey,
  ) as unknown as z.ZodType<string, string | number>,
});
export type CheckCaptchaRequest = z.output<typeof CheckCaptchaRequest>;

/** The older contract's modes; a forgotten password (2) begins with its captcha instead. */
export const SmsMode = { login: '0', register: '1' } as const;

export const SendCodeRequest = z.strictObject({ mobile: Phone, smsmode: z.enum(SmsMode) });
export type SendCodeRequest = z.infer<typeof SendCodeRequest>;
