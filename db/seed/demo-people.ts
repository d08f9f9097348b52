export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly role: 'manager' | 'operator' | 'clerk';
  readonly tenants: readonly number[];
  readonly departments?: readonly string[];
  readonly canSwitchTenant?: boolean;
  readonly phone: string;
  readonly email: string;
  /** What the account is for, in a few words. */
  readonly what: string;
  readonly whatZh: string;
}

/** Product.md 4. */
export const PEOPLE: readonly DemoPerson[] = [
  {
    username: 'manager',
    name: 'Ingrid Aasen',
    role: 'manager',
    tenants: [1000, 1001],
    canSwitchTenant: true,
    phone: '+4740000001',
    email: 'ingrid@nordic-coffee.example',
    what: 'runs Nordic Coffee and Shanghai Robotics',
    whatZh: '管理北欧咖啡和上海智能机器人',
  },
  {
    username: 'operator',
    name: 'Henrik Nygaard',
    role: 'operator',
    tenants: [1000],
    departments: ['A01', 'A02'],
    canSwitchTenant: true,
    phone: '+4740000002',
    email: 'henrik@nordic-coffee.example',
    what: 'works in two departments of Nordic Coffee',
    whatZh: '在北欧咖啡的两个部门工作',
  },
  {
    username: 'clerk',
    name: 'Sigrid Solheim',
    role: 'clerk',
    tenants: [1000],
    departments: ['A01'],
    phone: '+4740000003',
    email: 'sigrid@nordic-coffee.example',
    what: 'sees one spot of Nordic Coffee',
    whatZh: '只能看到北欧咖啡的一个网点',
  },
  {
    username: 'manager.cn',
    name: '王芳',
    role: 'manager',
    tenants: [1001],
    departments: ['B01'],
    phone: '+8613900000001',
    email: 'wang.fang@shanghai-robotics.example',
    what: 'runs Shanghai Robotics',
    whatZh: '管理上海智能机器人',
  },
];

export const ADMINISTRATOR = {
  username: 'admin',
  name: 'Administrator',
  what: 'administrator of all tenants',
  whatZh: '所有租户的管理员',
};
