import type { ServerSlice } from '#platform/http/server/slice.ts';
import { brokenInvariantNotice, deniedOftenNotice } from '../contract/notices.ts';
import { accessProblems } from '../contract/problems.ts';
import { notifyBroken } from './notify-broken.ts';
import { notifyDenials } from './notify-denials.ts';

export { dropMembership } from './drop-membership.ts';
export { refuseAdministrator } from './guard-administrator.ts';
export { removedPeople } from './removed-people.ts';
export {
  everybodysRightsChanged,
  rightsChanged,
  rightsOfDepartmentRolesChanged,
  rightsOfDepartmentsChanged,
  rightsOfRolesChanged,
  tenantsToAsk,
} from './rights-changed.ts';
export { tenantsHere } from './tenants-here.ts';

export const access: ServerSlice = {
  name: 'access',
  noticeKinds: [deniedOftenNotice, brokenInvariantNotice],
  about: 'What people may do: rights that change, and what was refused too often.',
  problems: accessProblems,
  subscriptions: [notifyDenials, notifyBroken],
};
