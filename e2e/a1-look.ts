import { openBrowser, openPage, logIn } from './browser.ts';
const product = { url: 'http://127.0.0.1:3410', password: 'Brew-4u-2026!x' } as never;
const browser = await openBrowser();
const only = process.argv[2] ?? 'en';
const options = { en: { width: 1440 }, zh: { width: 1088, language: 'zh-CN' }, phone: { width: 375, language: 'zh-CN', scheme: 'dark', isPhone: true } }[only];
const { page, complaints } = await openPage(browser, options as never);
page.setDefaultTimeout(8000);
await logIn(page, product);
const shot = async (name: string) => { await page.waitForTimeout(900); await page.screenshot({ path: `/tmp/a1-${only}-${name}.png` }); };
const step = async (name: string, work: () => Promise<unknown>) => { try { await work(); } catch (e) { console.log(name, String(e).slice(0, 400)); } await shot(name); };
const zh = only !== 'en';
await step('suppliers', async () => { await page.goto('http://127.0.0.1:3410/devices/suppliers'); await page.waitForTimeout(1500); });
await step('add-template', async () => {
  await page.goto('http://127.0.0.1:3410/messages/templates'); await page.waitForTimeout(1500);
  await page.locator('button', { hasText: zh ? '新增' : 'Add template' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=code]').fill('welcome');
  await dialog.locator('[name=title]').fill('Welcome {name}');
  await dialog.locator('[name=content]').fill('Hello {name}, your code is {code}.');
});
await step('panel', async () => {
  await page.goto('http://127.0.0.1:3410/messages/templates'); await page.waitForTimeout(1500);
  await page.locator('tbody tr').nth(2).click();
  await page.waitForTimeout(1200);
});
await step('send-scene', async () => {
  await page.goto('http://127.0.0.1:3410/messages/scenes'); await page.waitForTimeout(1500);
  await page.locator('tbody tr').last().locator('button').last().click();
  await page.getByRole('menuitem', { name: zh ? '发送' : 'Send' }).click();
  const dialog = page.getByRole('dialog');
  await page.waitForTimeout(800);
  await dialog.locator('[name=addresses]').fill('+4790000001, guest@example.com');
  for (const one of await dialog.locator('[name^="values."]').all()) await one.fill('X-1');
});
await step('sent', async () => {
  await page.getByRole('dialog').getByRole('button', { name: zh ? '发送' : 'Send', exact: true }).click();
  await page.waitForTimeout(1500);
});
await step('scene-form', async () => {
  await page.goto('http://127.0.0.1:3410/messages/scenes'); await page.waitForTimeout(1500);
  await page.locator('button', { hasText: zh ? '新增' : 'Add scene' }).first().click();
  await page.getByRole('dialog').getByRole('combobox').nth(1).click();
  await page.waitForTimeout(400);
});
await step('scene-form2', async () => { await page.getByRole('option').nth(1).click(); });
await step('log', async () => { await page.goto('http://127.0.0.1:3410/messages/log'); await page.waitForTimeout(1800); await page.locator('tbody tr').nth(1).click(); await page.waitForTimeout(800); });
await step('storage', async () => { await page.goto('http://127.0.0.1:3410/isystem/storage'); await page.waitForTimeout(1800); await page.locator('tbody tr').nth(1).click(); await page.waitForTimeout(800); });
console.log(only, complaints);
await browser.close();
