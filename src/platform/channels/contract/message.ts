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
  /** Where its reader says that he wants no more of them; stands in the header too, for one press (RFC 8058). */
  unsubscribe: z.url().max(1_000).optional(),
});
export type EmailMessage = z.infer<typeof EmailMessage>;

/** Where it leads who taps on it (domain 8): nothing, a page of the mini program or the app, or an address. */
const jump = {
  jumpType: z.literal([0, 1, 2, 3, 4]).default(0),
  jumpTarget: z.string().max(500).default(''),
};

/** A template message of an official account: to an openid. */
export const WechatMessage = z.strictObject({
  channel: z.literal('wechat'),
  purpose,
  to: z.string().regex(/^[\w-]{8,64}$/),
  title: oneLine(200),
  text: z.string().min(1).max(1_000),
  /** The number of the template there; without it the account's own is sent. */
  template: z
    .string()
    .max(100)
    .regex(/^[\w-]*$/)
    .default(''),
  ...jump,
});
export type WechatMessage = z.infer<typeof WechatMessage>;

/** To an app on a phone, by its token. */
export const PushMessage = z.strictObject({
  channel: z.literal('push'),
  purpose,
  to: z.string().regex(/^[\w:%.-]{8,250}$/),
  title: oneLine(200),
  text: z.string().min(1).max(1_000),
  image: z.string().max(500).default(''),
  ...jump,
});
export type PushMessage = z.infer<typeof PushMessage>;

/** To a program of the tenant, which knows the person by this word. */
export const ApiMessage = z.strictObject({
  channel: z.literal('api'),
  purpose,
  to: oneLine(100),
  title: oneLine(200),
  text: z.string().min(1).max(20_000),
  image: z.string().max(500).default(''),
  ...jump,
});
export type ApiMessage = z.infer<typeof ApiMessage>;

/** To somebody who works here: the bell of the console. */
export const BackendMessage = z.strictObject({
  channel: z.literal('backend'),
  purpose,
  to: z.guid(),
  title: oneLine(200),
  text: z.string().min(1).max(2_000),
});
export type BackendMessage = z.infer<typeof BackendMessage>;

/** A message to a person. */
export const Message = z.discriminatedUnion('channel', [
  SmsMessage,
  EmailMessage,
  WechatMessage,
  PushMessage,
  ApiMessage,
  BackendMessage,
]);
export type Message = z.infer<typeof Message>;
export type MessageInput = z.input<typeof Message>;
