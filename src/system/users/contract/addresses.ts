/** Where people are shown, for links of other slices too. */
export const USER_LIST = '/isystem/user';
export const REMOVED_USERS = '/isystem/user/removed';
export const UNASSIGNED_USERS = '/isystem/user/unassigned';
export const userForm = (id: string | undefined): string =>
  id === undefined ? '/isystem/user/form' : `/isystem/user/form/${encodeURIComponent(id)}`;
/** Of the slice invitations, which builds on this one. */
export const INVITATIONS = '/isystem/user/invitations';
/** Of the slice delegates, likewise. */
export const DELEGATES = '/isystem/user/delegates';
