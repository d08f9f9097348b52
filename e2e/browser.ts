import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { BROWSER_ARGUMENTS, browserPath } from '../scripts/chromium.ts';
import type { Product } from './start-product.ts';

export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await browserPath(), args: [...BROWSER_ARGUMENTS, ...more] });
}

/** A loaded machine takes its time; what never comes fails all the same. */
const PATIENCE_MS = 60_000;

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of the content security policy and uncaught errors: none may be left at the end. */
  readonly complaints: string[];
}

export async function openPage(
  browser: Browser,
  options: {
    language?: string;
    scheme?: 'light' | 'dark';
    width?: number;
    setupCheck?: boolean;
    isPhone?: boolean;
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: options.language ?? 'en-US',
    colorScheme: options.scheme ?? 'light',
    viewport: { width: options.width ?? 1440, height: 900 },
    timezoneId: 'America/New_York',
    // what the worker of an installed console keeps would hide the failures that tests put between browser and server
    serviceWorkers: options.isPhone ? 'allow' : 'block',
    hasTouch: options.isPhone ?? false,
  });
  // The demo has no object storage, so its checklist would open in the middle of every journey.
  if (!options.setupCheck)
    await context.addInitScript(
      `localStorage.setItem('pro__SETUP_CHECK_LATER', '{"value":{"1":9e15,"1000":9e15,"1001":9e15,"1002":9e15},"expire":null}')`,
    );
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' || !/Content Security|Trusted/.test(message.text())) return;
    const { url, lineNumber, columnNumber } = message.location();
    complaints.push(`${page.url()}: ${message.text()} (${url}:${lineNumber}:${columnNumber})`);
  });
  return { context, page, complaints };
}

/** Types into the first part of a date or time; the others follow by themselves. */
export async function typeDate(field: Locator, digits: string): Promise<void> {
  await field.getByRole('spinbutton').first().focus();
  await field.page().keyboard.type(digits);
}

/** The first tenant of the demo, in the language of the page. */
const NORDIC = /^(Nordic Coffee|北欧咖啡)/;

/** As a person does: account, password, tenant. */
export async function logIn(
  page: Page,
  product: Pick<Product, 'url' | 'password' | 'adminPassword'>,
  { username = 'manager', tenant = NORDIC }: { username?: string; tenant?: string | RegExp | null } = {},
): Promise<void> {
  await page.goto(`${product.url}/`);
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[type=password]').fill(username === 'admin' ? product.adminPassword : product.password);
  await page.keyboard.press('Enter');
  if (tenant !== null) {
    await page.getByRole('dialog').getByText(tenant).click();
    await page.getByRole('dialog').locator('button').last().click();
  }
  await page.locator('.frame').waitFor();
}
