import * as z from 'zod';
import { IntField, SecretText, Text } from '#platform/http/contract/fields.ts';
import { phone } from '#platform/records/contract/fields.ts';

const oneLine = (max: number, min = 0) =>
  Text(max, min).refine((value) => /^\P{Cc}*$/u.test(value), { message: 'fault.format' });
/** Left out, empty or masked: the one that is kept stays (security 2.6). */
const KeptSecret = z.union([z.literal(''), SecretText(500)]).default('');

export const MAIL_SECURITY = ['starttls', 'tls'] as const;
export const SMS_CONTENT_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const;

/** The mail server of a tenant, as `EmailSettings` keeps it. */
export const EmailForm = z.strictObject({
  host: z
    .string()
    .max(253)
    .regex(/^[\w.:[\]-]+$/),
  port: IntField(1, 65_535),
  security: z.enum(MAIL_SECURITY).default('starttls'),
  username: oneLine(200).default(''),
  password: KeptSecret,
  from: z.email().max(254),
  fromName: oneLine(100).default(''),
});
export type EmailForm = z.infer<typeof EmailForm>;

/** The provider of text messages and its call, as `SmsSettings` keeps them. */
export const SmsForm = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(500),
  contentType: z.enum(SMS_CONTENT_TYPES).default('application/json'),
  body: Text(4_000, 1),
  authorization: oneLine(500).default(''),
  sender: oneLine(100).default(''),
  accessKey: oneLine(200).default(''),
  secretKey: KeptSecret,
  /** For providers that answer 200 to refusals as well: the answer must contain this. */
  acceptedText: oneLine(200).default(''),
});
export type SmsForm = z.infer<typeof SmsForm>;

/** To whom the message of a trial goes. */
export const EmailTrialRequest = EmailForm.extend({ to: z.email().max(254) });
export const SmsTrialRequest = SmsForm.extend({ to: phone({ required: true }).input });

/** Whether the other side took what it was given; if not, why, in the caller's language. */
export const Trial = z.strictObject({
  works: z.boolean(),
  message: z.string(),
  /** What the other side said, as it said it; empty where there was no answer. */
  answer: z.string(),
});
export type Trial = z.infer<typeof Trial>;
