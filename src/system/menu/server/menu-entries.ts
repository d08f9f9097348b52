import type { PermissionKind } from '../rules/visible-menu.ts';

/** A menu entry of the catalogue; `component` is the key under which a web slice offers its page. */
export interface MenuEntry {
  readonly name: string;
  readonly parent?: string;
  readonly kind: PermissionKind;
  readonly titleEn: string;
  readonly titleZh: string;
  readonly path: string;
  readonly component?: string;
  readonly redirect?: string;
  readonly icon?: string;
  readonly sort: number;
  readonly hidden?: boolean;
  /** Permission that the page needs: its holders get the entry. */
  readonly needs?: string;
}

/** Everybody has it, whatever the roles say (system-api.md 4.1). */
export const HOME_ENTRY = 'dashboard-welcome';
/** Where a login of the older console ends; ours shows the overview there (decision 46). */
const OLDER_HOME_ENTRY = 'dashboard-analysis';
/** Entries that need no role: the home pages and the help. */
export const ENTRIES_OF_EVERYBODY: ReadonlySet<string> = new Set([OLDER_HOME_ENTRY, HOME_ENTRY, 'help-document']);

/** The menu as far as pages exist; each slice's pages are placed here, in the operator's order. */
export const MENU_ENTRIES: readonly MenuEntry[] = [
  {
    name: OLDER_HOME_ENTRY,
    kind: 0,
    titleEn: 'Home',
    titleZh: '首页',
    path: '/dashboard/analysis',
    component: 'dashboard/Analysis',
    icon: 'home',
    sort: 5,
  },
  {
    name: 'dashboard',
    kind: 0,
    titleEn: 'Home',
    titleZh: '首页',
    path: '/dashboard',
    redirect: '/dashboard/welcome',
    icon: 'home',
    sort: 10,
  },
  {
    name: HOME_ENTRY,
    parent: 'dashboard',
    kind: 1,
    titleEn: 'Overview',
    titleZh: '概览',
    path: '/dashboard/welcome',
    component: 'dashboard/welcome',
    icon: 'home',
    sort: 11,
  },
  {
    name: 'help',
    kind: 0,
    titleEn: 'Help',
    titleZh: '帮助',
    path: '/help',
    redirect: '/help/first-steps',
    icon: 'help',
    sort: 900,
    hidden: true,
  },
  {
    name: 'help-document',
    parent: 'help',
    kind: 1,
    titleEn: 'Help',
    titleZh: '帮助',
    path: '/help/:key',
    component: 'help/document',
    sort: 901,
    hidden: true,
  },
  {
    name: 'orders',
    kind: 0,
    titleEn: 'Orders',
    titleZh: '订单',
    path: '/orders',
    redirect: '/orders/list',
    icon: 'order',
    sort: 20,
  },
  {
    name: 'orders-list',
    parent: 'orders',
    kind: 1,
    titleEn: 'Coffee orders',
    titleZh: '咖啡订单',
    path: '/orders/list',
    component: 'orders/list',
    icon: 'order',
    sort: 21,
    needs: 'order:view',
  },
  {
    name: 'orders-detail',
    parent: 'orders',
    kind: 1,
    titleEn: 'Order',
    titleZh: '订单',
    path: '/orders/detail/:orderNo',
    component: 'orders/detail',
    sort: 22,
    hidden: true,
    needs: 'order:view',
  },
  {
    name: 'orders-downloads',
    parent: 'orders',
    kind: 1,
    titleEn: 'Downloads',
    titleZh: '下载列表',
    path: '/orders/downloads',
    component: 'transfers/downloads',
    icon: 'download',
    sort: 29,
    needs: 'order:export',
  },
  {
    name: 'devices',
    kind: 0,
    titleEn: 'Devices',
    titleZh: '设备',
    path: '/devices',
    redirect: '/devices/robots',
    icon: 'robot',
    sort: 30,
  },
  {
    name: 'devices-robots',
    parent: 'devices',
    kind: 1,
    titleEn: 'Coffee robots',
    titleZh: '咖啡机器人',
    path: '/devices/robots',
    component: 'devices/robots',
    icon: 'robot',
    sort: 31,
    needs: 'robot:view',
  },
  {
    name: 'devices-robot-detail',
    parent: 'devices',
    kind: 1,
    titleEn: 'Robot',
    titleZh: '机器人',
    path: '/devices/robots/:imei',
    component: 'devices/robot-detail',
    sort: 32,
    hidden: true,
    needs: 'robot:view',
  },
  {
    name: 'devices-robot-import',
    parent: 'devices',
    kind: 1,
    titleEn: 'Import robots',
    titleZh: '导入机器人',
    path: '/devices/robot-import',
    component: 'devices/robot-import',
    sort: 34,
    hidden: true,
    needs: 'robot:add',
  },
  {
    name: 'devices-monitor',
    parent: 'devices',
    kind: 1,
    titleEn: 'Robot monitor',
    titleZh: '机器人监控',
    path: '/devices/monitor',
    component: 'devices/monitor',
    icon: 'monitor',
    sort: 33,
    needs: 'robot:view',
  },
  {
    name: 'settings',
    kind: 0,
    titleEn: 'Settings',
    titleZh: '设置',
    path: '/settings',
    redirect: '/settings/tenant',
    icon: 'settings',
    sort: 80,
  },
  {
    name: 'settings-tenant',
    parent: 'settings',
    kind: 1,
    titleEn: 'Tenant settings',
    titleZh: '租户设置',
    path: '/settings/tenant',
    component: 'tenants/settings',
    icon: 'tenant',
    sort: 81,
    needs: 'tenant-settings:view',
  },
  {
    name: 'settings-storage',
    parent: 'settings',
    kind: 1,
    titleEn: 'Object storage',
    titleZh: '对象存储',
    path: '/settings/storage',
    component: 'tenants/storage',
    icon: 'folder',
    sort: 83,
    needs: 'tenant-settings:view',
  },
  {
    name: 'settings-email',
    parent: 'settings',
    kind: 1,
    titleEn: 'E-mail',
    titleZh: '邮件',
    path: '/settings/email',
    component: 'tenants/email',
    icon: 'mail',
    sort: 84,
    needs: 'tenant-settings:view',
  },
  {
    name: 'settings-sms',
    parent: 'settings',
    kind: 1,
    titleEn: 'Text messages',
    titleZh: '短信',
    path: '/settings/sms',
    component: 'tenants/sms',
    icon: 'message',
    sort: 85,
    needs: 'tenant-settings:view',
  },
  {
    name: 'isystem',
    kind: 0,
    titleEn: 'System',
    titleZh: '系统管理',
    path: '/isystem',
    redirect: '/isystem/position',
    icon: 'users',
    sort: 90,
  },
];

/** Buttons hang below the page on which they are pressed; the first word of the permission says which. */
export const PAGE_OF_PERMISSION: Readonly<Record<string, string>> = {
  'tenant-settings': 'settings-tenant',
  robot: 'devices-robots',
  permission: 'menu-permissions',
  order: 'orders-list',
};

/** Rights that are used on the page of another kind. */
export const BESIDE: Readonly<Record<string, string>> = {
  'department-role': 'department',
  'department-permission': 'department',
};

/** What a permission is called on screen; one without an entry here is called by its name. */
export const ACTION_TITLES: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  'beverage:view': ['See beverages', '查看饮品'],
  'order:view': ['See orders', '查看订单'],
  'order:change': ['Change the step of an order', '修改订单步骤'],
  'order:refund': ['Refund orders', '订单退款'],
  'order:export': ['Export orders', '导出订单'],
  'order:quote': ['Quote prices', '报价'],
  'order:explain-price': ['Explain prices', '价格试算'],
  'online:force-logout': ['Log people out', '强制用户下线'],
  'robot:view': ['See robots', '查看机器人'],
  'robot:add': ['Add robots', '添加机器人'],
  'robot:edit': ['Edit robots', '编辑机器人'],
  'robot:maintain': ['Maintain robots', '维护机器人'],
  'robot:refill': ['Correct the stock of robots', '更正机器人库存'],
  'robot:command': ['Send commands', '发送指令'],
  'robot:bind-spot': ['Bind robots to spots', '绑定网点'],
  'robot:rotate-credential': ['Renew device credentials', '更换设备凭证'],
  'robot:view-log': ['See robot logs', '查看机器人日志'],
  'robot:view-mqtt': ['See MQTT accounts', '查看 MQTT 账号'],
  'tenant-settings:view': ['See the tenant settings', '查看租户设置'],
  'tenant-settings:edit': ['Change the tenant settings', '修改租户设置'],
  'department:view': ['See departments', '查看部门'],
  'role:view': ['See roles', '查看角色'],
  'role:grant': ['Give rights to roles', '授予角色权限'],
  'role:assign': ['Give roles to people', '为用户分配角色'],
  'department-permission:edit': ['Give rights to departments', '授予部门权限'],
  'permission:view': ['See the menu and all rights', '查看菜单与权限'],
  'permission:add': ['Add menu entries and rights', '添加菜单与权限'],
  'permission:edit': ['Change menu entries and rights', '修改菜单与权限'],
  'permission:delete': ['Delete menu entries and rights', '删除菜单与权限'],
  'user:view': ['See people', '查看用户'],
  'view:share': ['Share views of lists', '共享列表视图'],
};
