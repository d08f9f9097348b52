import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { accountEndpoints, accountProblems } from '../contract/endpoints.ts';
import { askCode, updateEmail, updateMobile } from './change-contact.ts';
import { editProfile, readProfile } from './own-profile.ts';
import { initialsRoute } from './send-initials.ts';

export const account: ServerSlice = {
  name: 'account',
  about: "One's own account: profile, phone and e-mail by code.",
  problems: accountProblems,
  routes: [
    route(accountEndpoints.profile, readProfile),
    route(accountEndpoints.edit, editProfile),
    route(accountEndpoints.askCode, askCode),
    route(accountEndpoints.updateMobile, updateMobile),
    route(accountEndpoints.updateEmail, updateEmail),
  ],
  rawRoutes: [initialsRoute],
};
