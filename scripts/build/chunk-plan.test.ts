import { expect, test } from 'vitest';
import { chunkPlan } from './chunk-plan.ts';

const ENTRY = 'apps/console/main.tsx';
const LOGIN = 'system/sign-in/web/login/index.tsx';
const MOBILE = 'apps/console/mobile/start-mobile.tsx';
const SHEET = 'apps/console/mobile/refund-sheet.tsx';
const SHELL = 'apps/console/shell/start-shell.tsx';
const WELCOME = 'domains/insights/web/welcome-page.tsx';
const LIST = 'domains/orders/web/order-list-page.tsx';
const DETAIL = 'domains/orders/web/order-detail-page.tsx';
const ROBOTS = 'domains/robots/web/robot-list-page.tsx';
const ROBOT_TEXTS = ['robots/locales/zh-CN.json', 'robots/locales/devices.zh-CN.json'];
const PARTS = 'domains/hardware/web/part-list-page.tsx';
const ACCOUNT = 'system/account/web/account-page.tsx';
const SPOTS = 'domains/spots/web/spot-list-page.tsx';
const KIND = 'system/records/web/page.tsx';
const DIALOG = 'ui/record-list/advanced-dialog.tsx';

const modules: Record<string, { static?: string[]; dynamic?: string[] }> = {
  [ENTRY]: {
    static: ['call.ts'],
    dynamic: [LOGIN, MOBILE, SHELL, 'ui/locales/zh-CN.json', ...ROBOT_TEXTS],
  },
  [LOGIN]: { static: ['field.tsx', 'stored.ts', 'login.css', 'again.tsx', 'again.css', 'platform/i18n/name.ts'] },
  [MOBILE]: { static: ['tag.ts', 'pull.tsx', 'button.css', 'mobile.css'], dynamic: [SHEET] },
  [SHEET]: { static: ['pull.tsx', 'amount.ts', 'copied.ts'] },
  [SHELL]: {
    static: ['tag.ts', 'menu.tsx', 'stored.ts', 'button.css', 'frame.css'],
    dynamic: [WELCOME, LIST, DETAIL, ROBOTS, PARTS, SPOTS, ACCOUNT],
  },
  [WELCOME]: { static: ['money.tsx', 'tile.tsx'] },
  [LIST]: { static: ['table.tsx', 'money.tsx', 'goods.tsx', 'platform/i18n/name.ts'], dynamic: [DIALOG] },
  [DETAIL]: { static: ['money.tsx', 'goods.tsx', 'amount.ts'] },
  [ROBOTS]: { static: ['table.tsx', 'battery.tsx'] },
  [PARTS]: { static: [KIND] },
  [SPOTS]: { static: [KIND, 'rows.tsx', 'picture.tsx'] },
  [ACCOUNT]: { static: ['again.tsx', 'again.css', 'picture.tsx'] },
  [KIND]: { static: ['table.tsx', 'switch.tsx'] },
};

const source = '/src';
const at = (path: string): string => `${source}/${path}`;
const graph = {
  getModuleInfo: (id: string) => {
    const module = modules[id.slice(source.length + 1)] ?? {};
    return { importedIds: (module.static ?? []).map(at), dynamicallyImportedIds: (module.dynamic ?? []).map(at) };
  },
};
const fileOf = (path: string) => chunkPlan(source)(at(path), graph);

test.each([
  ['what the entry reaches', 'call.ts', 'index'],
  ['what login and shell share', 'stored.ts', 'index'],
  ['what only the login reaches', 'field.tsx', 'login'],
  ['what the login shares with a page', 'again.tsx', 'sign-in'],
  ['its style', 'again.css', 'index'],
  ['what the login shares with everybody', 'platform/i18n/name.ts', 'index'],
  ['what phone and shell share', 'tag.ts', 'core'],
  ['what only the phone reaches, its sheets with it', 'pull.tsx', 'mobile'],
  ['what a sheet of the phone shares with pages', 'amount.ts', 'core'],
  ['what only a sheet of the phone reaches', 'copied.ts', null],
  ['what only the shell reaches', 'menu.tsx', 'shell'],
  ['what the first page shares with others', 'money.tsx', 'shell'],
  ['what only the first page reaches', 'tile.tsx', 'welcome'],
  ['what the pages of orders and robots share', 'table.tsx', 'records'],
  ['what other pages share', 'picture.tsx', 'forms'],
  ['what pages of declared kinds share', 'switch.tsx', 'kinds'],
  ['what is made of the declaration', KIND, 'kinds'],
  ['what pages of one slice share', 'goods.tsx', 'pages-of-orders'],
  ['a page of a slice that has several', DETAIL, 'pages-of-orders'],
  ['what the only page of a slice reaches', 'battery.tsx', null],
  ['what comes on demand', DIALOG, null],
  ['texts of the frame', 'ui/locales/zh-CN.json', 'texts-zh-CN'],
  ['texts of robots', 'robots/locales/zh-CN.json', 'work-texts-zh-CN'],
  ['texts of robots that have a name of their own', 'robots/locales/devices.zh-CN.json', 'work-texts-zh-CN'],
  ['styles that phone and shell share', 'button.css', 'index'],
  ['styles of the login', 'login.css', 'login'],
  ['styles of the phone', 'mobile.css', 'mobile'],
  ['every other style', 'frame.css', 'styles'],
])('%s: the file of %s is %s', (_, path, file) => {
  expect(fileOf(path)).toBe(file);
});
