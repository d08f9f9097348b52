import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { MESSAGE_LOG, SCENE_LIST, TEMPLATE_LIST } from '../contract/addresses.ts';

export const pushWeb: WebSlice = {
  name: 'push',
  pages: {
    'push/templates': lazyPage(() => import('./template-list-page.tsx')),
    'push/scenes': lazyPage(() => import('./scene-list-page.tsx')),
    'push/log': lazyPage(() => import('./message-log-page.tsx')),
  },
  lists: {
    'message-templates.list': TEMPLATE_LIST,
    'push-scenes.list': SCENE_LIST,
    'message-log.list': MESSAGE_LOG,
  },
};
