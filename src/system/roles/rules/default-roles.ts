/** A role that a tenant begins with, and which of all actions that roles can be given it holds. */
export interface DefaultRole {
  readonly code: 'manager' | 'operator' | 'clerk';
  readonly name: string;
  readonly nameZh: string;
  readonly holds: (action: string) => boolean;
}

const CLERK_ACTIONS = new Set(['order:view', 'robot:view', 'spot:view', 'beverage:view']);
const MANAGER_ONLY = new Set([
  'export:view-all',
  ...[
    'robot:rotate-credential',
    'robot:add',
    'robot:retire',
    'robot:move',
    'cabinet:move',
    'copy-menu:run',
    'online:force-logout',
    'online:view',
    'user:contact',
    'app-user:contact',
    'app-user:delete',
    'point:adjust',
  ],
  ...['department-role:view', 'log:view', 'log:export'],
]);
/** Who works for the business, what they may do, and where its money goes: operators see it at most. */
const MANAGER_AREAS = new Set([
  ...['user', 'role', 'permission', 'department', 'department-role', 'department-permission', 'position'],
  ...['tenant', 'tenant-settings', 'agreement', 'payment-config', 'storefront-client', 'webhook', 'invitation'],
  ...['announcement', 'push', 'stored-file', 'coupon'],
  ...['mqtt', 'fleet-change', 'archive'],
]);

/** What operators do not even see: what runs by itself, and who gets mails of it. */
const MANAGER_ALONE = new Set(['scheduled-job']);

/** What belongs to the installation: nobody but the administrator holds it. */
const isInstallations = (action: string): boolean => action.startsWith('check-rule:');

function isManagers(action: string): boolean {
  const [area = '', deed] = action.split(':');
  return MANAGER_ONLY.has(action) || MANAGER_ALONE.has(area) || (MANAGER_AREAS.has(area) && deed !== 'view');
}

export const DEFAULT_ROLES: readonly DefaultRole[] = [
  { code: 'manager', name: 'Manager', nameZh: '经理', holds: (action) => !isInstallations(action) },
  {
    code: 'operator',
    name: 'Operator',
    nameZh: '运营',
    holds: (action) => !isInstallations(action) && !isManagers(action),
  },
  { code: 'clerk', name: 'Clerk', nameZh: '店员', holds: (action) => CLERK_ACTIONS.has(action) },
];
