import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** Ways in beside account and password: pages that come when somebody chooses one. */
export const signInCalls = {
  captcha: { method: 'GET', path: '/sys/randomImage/:key', auth: 'open', effect: 'read' },
  sendCode: { method: 'POST', path: '/sys/sms', auth: 'open' },
  phoneLogin: { method: 'POST', path: '/sys/phoneLogin', auth: 'open' },
  register: { method: 'POST', path: '/sys/user/register', auth: 'open' },
  beginAlteration: { method: 'POST', path: '/sys/user/alteration', auth: 'open' },
  repeatAlterationCode: { method: 'POST', path: '/sys/user/alteration/resend', auth: 'open' },
  verifyAlteration: { method: 'POST', path: '/sys/user/phoneVerification', auth: 'open' },
  alterPassword: { method: 'POST', path: '/sys/user/passwordChange', auth: 'open' },
} as const satisfies Readonly<Record<string, PlainCall>>;
