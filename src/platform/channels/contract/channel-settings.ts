import * as z from 'zod';

/** A stored secret: encrypted, with the last four characters if they may be shown (security 2.6, 7.1). */
const sealed = z.object({ sealed: z.string().min(1), end: z.string().optional() });
const oneLine = z
  .string()
  .max(500)
  .regex(/^\P{Cc}*$/u);

/**
 * The tenant's smsConfig. `body` and `authorization` are templates with `{phone}`, `{text}`, `{sender}`, `{accessKey}`,
 * `{secretKey}` and `{deliveryId}`; what stands in other braces stays as it is.
 */
export const SmsSettings = z.object({
  endpoint: z.url().max(500),
  contentType: z.enum(['application/json', 'application/x-www-form-urlencoded']).default('application/json'),
  body: z.string().min(1).max(4_000),
  authorization: oneLine.optional(),
  sender: oneLine.default(''),
  accessKey: oneLine.default(''),
  secretKey: sealed.optional(),
  /** For providers that answer 200 to refusals as well: the answer must contain this. */
  acceptedText: oneLine.optional(),
});
export type SmsSettings = z.infer<typeof SmsSettings>;

/** The tenant's emailConfig. `tls` is TLS from the first byte (port 465), `starttls` the upgrade (port 587). */
export const EmailSettings = z.object({
  host: z
    .string()
    .max(253)
    .regex(/^[\w.:[\]-]+$/),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls']).default('starttls'),
  username: oneLine.default(''),
  password: sealed.optional(),
  from: z.email(),
  fromName: oneLine.default(''),
});
export type EmailSettings = z.infer<typeof EmailSettings>;

/** An official account of WeChat; the app secret and the word of the reports are secrets. */
export const WechatSettings = z.strictObject({
  /** Of the provider itself `https://api.weixin.qq.com`. */
  endpoint: z.url().max(500).default('https://api.weixin.qq.com'),
  appId: oneLine.min(1).max(64),
  /** Sent where a text names no template of its own. */
  templateId: oneLine.max(100).default(''),
  /** The mini program that a message opens; empty where there is none. */
  miniAppId: oneLine.max(64).default(''),
});
export type WechatSettings = z.infer<typeof WechatSettings>;

/** A project of Firebase Cloud Messaging and the service account that may send; its private key is a secret. */
export const PushSettings = z.strictObject({
  endpoint: z.url().max(500).default('https://fcm.googleapis.com'),
  tokenEndpoint: z.url().max(500).default('https://oauth2.googleapis.com/token'),
  projectId: z.string().regex(/^[a-z][a-z0-9-]{3,61}$/, 'fault.format'),
  clientEmail: z.email().max(254),
});
export type PushSettings = z.infer<typeof PushSettings>;

/** A program of the tenant's own that passes messages on; what signs is a secret. */
export const ApiSettings = z.strictObject({ endpoint: z.url().max(500) });
export type ApiSettings = z.infer<typeof ApiSettings>;
