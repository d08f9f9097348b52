import { ADM, B, browser, MGR, open, shot } from './zz-open.ts';
try {
const m = await open(...MGR);
await m.goto(B + '/isystem/role'); await shot(m, 'role-list');
await m.getByRole('link', { name: 'Operator' }).click(); await shot(m, 'role-rights');
await m.getByRole('tab', { name: 'People' }).click(); await shot(m, 'role-people');
const a = await open(...ADM);
await a.goto(B + '/isystem/permission'); await shot(a, 'perm-list');
await a.getByRole('button', { name: /Add an entry/ }).click(); await shot(a, 'perm-add');
} finally { await browser.close(); }
