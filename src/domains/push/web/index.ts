import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { MANUAL_PUSH, MESSAGE_LOG, SCENE_LIST, TEMPLATE_LIST } from '../contract/addresses.ts';

export const pushWeb: WebSlice = {
  name: 'push',
  pages: {
    'push/manual': lazyPage(() => import('./manual-push-page.tsx')),
    'push/templates': lazyPage(() => import('./template-list-page.tsx')),
    'push/scenes': lazyPage(() => import('./scene-list-page.tsx')),
    'push/channels': lazyPage(() => import('./channels-page.tsx')),
    'push/log': lazyPage(() => import('./message-log-page.tsx')),
  },
  parts: [
    {
      ...{ of: 'customer', key: 'messages', sort: 60, permission: 'push:view' },
      Component: lazyAgain(() => import('./customer-messages.tsx')),
    },
    {
      ...{ of: 'customer', key: 'message-choices', sort: 61, permission: 'app-user:view' },
      Component: lazyAgain(() => import('./customer-choices.tsx')),
    },
  ],
  lists: {
    'push-runs.list': MANUAL_PUSH,
    'message-templates.list': TEMPLATE_LIST,
    'push-scenes.list': SCENE_LIST,
    'message-log.list': MESSAGE_LOG,
  },
};
