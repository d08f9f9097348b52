import { recordSearcher } from '#system/records/web/index.ts';
import { departments } from '../../contract/departments.ts';

export const departmentSearcher = () => recordSearcher(departments, { icon: 'users', list: '/isystem/depart' });
