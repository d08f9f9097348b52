import type { PlainCall } from '#platform/http/contract/endpoint.ts';

const edit = { method: 'POST', permission: 'alarm:edit' } as const;

/** What the phone asks for, without schemas; a test of the phone compares it with the endpoints. */
export const alarmCalls = {
  figures: { method: 'GET', path: '/alarm/api/figures', permission: 'alarm:view' },
  page: { method: 'POST', path: '/alarm/api/page', permission: 'alarm:view', effect: 'read' },
  acknowledge: { ...edit, path: '/alarm/api/acknowledge' },
  assign: { ...edit, path: '/alarm/api/assign' },
  comment: { ...edit, path: '/alarm/api/comment' },
  snooze: { ...edit, path: '/alarm/api/snooze' },
} as const satisfies Readonly<Record<string, PlainCall>>;
