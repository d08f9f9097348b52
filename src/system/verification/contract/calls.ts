import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What proves something before anybody is logged in. */
export const verificationCalls = {
  captcha: { method: 'GET', path: '/sys/randomImage/:key', auth: 'open', effect: 'read' },
  checkCaptcha: { method: 'POST', path: '/sys/checkCaptcha', auth: 'open', effect: 'read' },
  sendCode: { method: 'POST', path: '/sys/sms', auth: 'open' },
} as const satisfies Readonly<Record<string, PlainCall>>;
