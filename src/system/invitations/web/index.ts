import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { INVITATION_LIST } from '../contract/addresses.ts';

export const invitationsWeb: WebSlice = {
  name: 'invitations',
  pages: { 'invitations/list': lazyPage(() => import('./invitation-list-page.tsx')) },
  lists: { 'invitations.list': INVITATION_LIST },
};
