import { recordSearcher } from '#system/records/web/index.ts';
import { ROLE_LIST } from '../../contract/addresses.ts';
import { roles } from '../../contract/roles.ts';

export const roleSearcher = () => recordSearcher(roles, { icon: 'key', list: ROLE_LIST });
