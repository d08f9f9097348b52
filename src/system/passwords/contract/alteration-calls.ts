import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** A forgotten password, step by step: a page before the login makes these calls. */
export const alterationCalls = {
  beginAlteration: { method: 'POST', path: '/sys/user/alteration', auth: 'open' },
  repeatAlterationCode: { method: 'POST', path: '/sys/user/alteration/resend', auth: 'open' },
  verifyAlteration: { method: 'POST', path: '/sys/user/phoneVerification', auth: 'open' },
  alterPassword: { method: 'POST', path: '/sys/user/passwordChange', auth: 'open' },
} as const satisfies Readonly<Record<string, PlainCall>>;
