import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import type { Product } from './start-product.ts';

export interface LoggedIn {
  readonly browser: Browser;
  readonly visit: Visit;
  readonly page: Page;
}

/** A browser for all tests of a file, logged in; at their end its console must have nothing to complain of. */
export function stayLoggedIn(product: Product, opened: (parts: LoggedIn) => void): void {
  let browser: Browser;
  let visit: Visit;
  beforeAll(async () => {
    browser = await openBrowser();
    visit = await openPage(browser);
    await logIn(visit.page, product);
    opened({ browser, visit, page: visit.page });
  });
  afterAll(async () => {
    expect(visit.complaints).toEqual([]);
    await browser.close();
  });
}
