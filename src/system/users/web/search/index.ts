import { recordSearcher } from '#system/records/web/index.ts';
import { USER_LIST } from '../../contract/addresses.ts';
import { users } from '../../contract/users.ts';

export const userSearcher = () => recordSearcher(users, { icon: 'user', list: USER_LIST });
