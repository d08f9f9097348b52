import type { PlainCall } from '#platform/http/contract/endpoint.ts';

const open = { method: 'POST', alsoMethods: ['GET'], auth: 'open', effect: 'read' } as const;

/** Read calls of platform.md 7; both are fixed to the platform tenant whatever the header says. */
export const languageCalls = {
  list: { ...open, path: '/language/api/list' },
  pages: { ...open, path: '/LanguageBackendPageConfig/api/page' },
} as const satisfies Readonly<Record<string, PlainCall>>;
