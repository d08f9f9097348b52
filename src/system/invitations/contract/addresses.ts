export { INVITATIONS as INVITATION_LIST } from '#system/users/contract/addresses.ts';
