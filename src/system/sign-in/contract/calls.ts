import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** Ways in: by account and password, by a code that was sent to a phone, and the way to an account. */
export const signInCalls = {
  loginKey: { method: 'GET', path: '/sys/login/key', auth: 'open', effect: 'read' },
  encryptedString: { method: 'GET', path: '/sys/getEncryptedString', auth: 'open', effect: 'read' },
  login: { method: 'POST', path: '/sys/login', auth: 'open' },
  mobileLogin: { method: 'POST', path: '/sys/mLogin', auth: 'open' },
  phoneLogin: { method: 'POST', path: '/sys/phoneLogin', auth: 'open' },
  register: { method: 'POST', path: '/sys/user/register', auth: 'open' },
} as const satisfies Readonly<Record<string, PlainCall>>;
