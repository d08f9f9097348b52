import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { COMMAND_LOG } from '../contract/addresses.ts';

export const deviceCommandsWeb: WebSlice = {
  name: 'device-commands',
  pages: { 'devices/commands': lazyPage(() => import('./command-log-page.tsx')) },
  lists: { 'device-commands.list': COMMAND_LOG },
};
