import { openBrowser, openPage } from './browser.ts';
export const B = 'http://localhost:3550';
export const browser = await openBrowser();
export async function open(user: string, pw: string, o: any = {}) {
  const { page, complaints } = await openPage(browser, o);
  page.setDefaultTimeout(15000);
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log('PAGEERROR', String(e).slice(0, 600)));
  await page.goto(B + '/');
  await page.locator('input[autocomplete=username]').fill(user);
  await page.locator('input[type=password]').fill(pw);
  await page.keyboard.press('Enter');
  if (o.tenant !== null) {
    await page.getByRole('dialog').getByText(/^(Nordic Coffee|北欧咖啡)/).click();
    await page.getByRole('dialog').locator('button').last().click();
  }
  await page.locator('.frame').waitFor();
  return page;
}
export const shot = async (page: any, name: string) => { await page.waitForTimeout(1000); await page.screenshot({ path: `/tmp/shots/${name}.png` }); };
export const MGR = ['manager', 'Brew-4u-2026!x'] as const;
export const ADM = ['admin', 'Quartz-77-river!x'] as const;
