import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { Role } from '../contract/roles.ts';

/** As the reader's language calls it. */
export const nameOf = ({ roleName, roleNameZh }: Pick<Role, 'roleName' | 'roleNameZh'>): string =>
  readersName({ name: roleName, nameZh: roleNameZh });
