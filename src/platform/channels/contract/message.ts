import * as z from 'zod';

/** No control characters, so no second header or line slips into a subject or an address (security 6.7). */
const oneLine = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u);

/** What the message is for, such as `login-code`; shown in the delivery log. */
const purpose = z.string().regex(/^[a-z][a-z-]{1,39}$/);

export const SmsMessage = z.strictObject({
  channel: z.literal('sms'),
  purpose,
  /** International or national digits, as the person's record has them. */
  to: z.string().regex(/^\+?\d{5,15}$/),
  text: z.string().min(1).max(1_000),
});
export type SmsMessage = z.infer<typeof SmsMessage>;

export const EmailMessage = z.strictObject({
  channel: z.literal('email'),
  purpose,
  to: z.email().max(254),
  subject: oneLine(200),
  text: z.string().min(1).max(20_000),
});
export type EmailMessage = z.infer<typeof EmailMessage>;

/** A message to a person outside of the console. */
export const Message = z.discriminatedUnion('channel', [SmsMessage, EmailMessage]);
export type Message = z.infer<typeof Message>;
