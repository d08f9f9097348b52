export { DELEGATES as DELEGATE_LIST } from '#system/users/contract/addresses.ts';
