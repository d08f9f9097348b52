import { recordsPage } from '#system/records/web/page.tsx';
import { rolePage } from '../contract/addresses.ts';
import { roles } from '../contract/roles.ts';

export default recordsPage(roles, {
  icon: 'key',
  shown: ['roleName', 'roleCode', 'description', 'people', 'rights', 'createdAt'],
  pageOf: rolePage,
});
