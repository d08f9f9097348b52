import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { passwordEndpoints } from '../contract/endpoints.ts';
import { passwordProblems } from '../contract/problems.ts';
import { alterPassword, beginAlteration, repeatAlterationCode, verifyAlteration } from './alter-password.ts';
import { changePassword } from './change-password.ts';
import { stepUp } from './step-up.ts';

export { hashSlots } from './hash-slots.ts';
export { replacePassword } from './replace-password.ts';
export { checkPassword, hashPassword, requireAccount, setPassword } from './set-password.ts';
export { tryPassword } from './try-password.ts';

export const passwords: ServerSlice = {
  name: 'passwords',
  documentedWith: 'session',
  about: 'Passwords: hashed, proved, changed, forgotten, and asked for again.',
  routes: [
    route(passwordEndpoints.beginAlteration, beginAlteration),
    route(passwordEndpoints.repeatAlterationCode, repeatAlterationCode),
    route(passwordEndpoints.verifyAlteration, verifyAlteration),
    route(passwordEndpoints.alterPassword, alterPassword),
    route(passwordEndpoints.changePassword, changePassword),
    route(passwordEndpoints.stepUp, stepUp),
  ],
  problems: passwordProblems,
};
