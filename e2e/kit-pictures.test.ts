import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';
import {
  type Box,
  cut,
  differenceOf,
  havePinnedFonts,
  isAnother,
  leftOver,
  lookAt,
  PINNED_FONTS,
  type Picture,
  pictureOf,
} from './pictures.ts';

// The page of the kit (`/test/kit`), looked at as pictures: every piece in every state, both languages, four themes.
const product = ownProduct();
const NOW = '2026-12-02T09:26:00Z';
const WIDTH = 1280;

/** Folders of the kit that draw nothing, or are drawn by the others; frames of whole pages are looked at on their pages. */
const WITHOUT_A_LOOK = [
  'allowed',
  'endless',
  'keyboard',
  'language',
  'locales',
  // those of the login, on pages of their own
  'open-page',
  'opened-part',
  // drawn by a library over an area of any size: pages have it
  'place-map',
  'placement',
  'print',
  'record-actions',
  'record-detail',
  'record-form',
  'record-history',
  'shown-once',
  'stable',
  'theme',
];
/** Those that the colour-weak themes change. */
const COLOURED = ['button', 'chart', 'fields', 'progress', 'record-table', 'stat-tile', 'status', 'tag'];

const LANGUAGES = [
  { language: 'en-US', tenant: 'Nordic Coffee', scheme: 'light', looks: { 'en-light': '', 'en-weak': 'weak' } },
  { language: 'zh-CN', tenant: '北欧咖啡', scheme: 'dark', looks: { 'zh-dark': 'dark', 'zh-dark-weak': 'dark weak' } },
] as const;

/** How a piece of code that comes later is known to be there, and how many of it. */
const ARRIVED = {
  '.chart-plot svg': 2,
  '.date-box [role=spinbutton]': 8,
  '.calendar': 1,
  '.rich-area [contenteditable]': 3,
  '.cm-content': 3,
  '.picker-offer label': 6,
  '.qr-drawing': 2,
} as const;

const hasFonts = havePinnedFonts();

test('a picture is another when a colour, a line or a place changes, and the same when an edge is smoothed otherwise', () => {
  const [width, height] = [100, 50];
  const paint = (colourAt: (x: number, y: number) => number): Picture => ({
    data: Buffer.from(
      Array.from({ length: width * height }, (_, at) =>
        Array(3).fill(colourAt(at % width, Math.floor(at / width))),
      ).flat(),
    ),
    width,
    height,
  });
  const box = (left: number, edge: number) =>
    paint((x, y) => (y < 10 || y > 30 ? 255 : x === left - 1 ? edge : x >= left && x < 60 ? 40 : 255));
  const told = (one: Picture, other: Picture) => isAnother(differenceOf(one, other));
  expect(told(box(20, 255), box(20, 255))).toBe(false);
  expect(told(box(20, 255), box(20, 240))).toBe(false);
  expect(told(box(20, 255), box(22, 255))).toBe(true);
  expect(
    told(
      box(20, 255),
      paint((x, y) => (y < 10 || y > 30 || x < 20 || x >= 60 ? 255 : 60)),
    ),
  ).toBe(true);
  expect(
    told(
      paint(() => 255),
      paint((x) => (x === 50 ? 200 : 255)),
    ),
  ).toBe(true);
});

describe.skipIf(!hasFonts)('the kit looks as it did', () => {
  let browser: Browser;
  const taken = new Set<string>();
  const shown = new Set<string>();
  beforeAll(async () => {
    browser = await openBrowser(['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb']);
  });
  afterAll(() => browser.close());

  describe.each(LANGUAGES)('$language', ({ language, tenant, scheme, looks }) => {
    let visit: Visit;
    let page: Page;
    beforeAll(async () => {
      visit = await openPage(browser, { language, scheme, width: WIDTH });
      ({ page } = visit);
      await page.clock.setFixedTime(NOW);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await logIn(page, product, { tenant });
      await page.goto(`${product.url}/test/kit`);
      await page.evaluate(`for (const [name, stack] of Object.entries(${JSON.stringify(PINNED_FONTS)}))
        document.documentElement.style.setProperty(name, stack)`);
      // which of two soft shadows lies over the other is drawn now so, now so
      await page.evaluate("document.documentElement.style.setProperty('--shadow', '0 0 0 1px var(--line)')");
      for (const [place, count] of Object.entries(ARRIVED))
        await page
          .locator(`.kit ${place}`)
          .nth(count - 1)
          .waitFor({ state: 'attached' });
      await putFocusOn(page);
    });
    afterAll(async () => {
      expect(visit.complaints).toEqual([]);
      await visit.context.close();
    });

    const wear = (theme: string) =>
      page.locator('html').evaluate((element, words) => element.setAttribute('data-theme', words), theme);
    const faultsOf = async (look: string, pictures: readonly [string, Picture][]): Promise<string[]> => {
      const faults: string[] = [];
      for (const [name, picture] of pictures) {
        taken.add(`${name}.${look}`);
        const fault = await lookAt(`${name}.${look}`, picture);
        if (fault !== undefined) faults.push(fault);
      }
      return faults;
    };

    test.each(Object.entries(looks))('%s', async (look, theme) => {
      await wear(theme);
      const pictures = await picturesOf(page);
      for (const [name] of pictures) shown.add(name);
      const isWhole = !look.endsWith('weak');
      expect(await faultsOf(look, isWhole ? pictures : pictures.filter(([name]) => COLOURED.includes(name)))).toEqual(
        [],
      );
    });

    test('what opens', async () => {
      const [look, theme] = Object.entries(looks)[0]!;
      await wear(theme);
      expect(await faultsOf(look, await openedOf(page))).toEqual([]);
    });
  });

  test('each folder of the kit stands on the page, or has no look of its own, and no picture is left over', async () => {
    const entries = await readdir(join(import.meta.dirname, '../src/ui'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect([...shown, ...WITHOUT_A_LOOK].toSorted()).toEqual(folders.toSorted());
    expect(await leftOver(taken)).toEqual([]);
  });
});

/** As if each of them had the focus of the keys, at one time. */
async function putFocusOn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
  const focused = ':is(button, input, select, a, [tabindex])';
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `[data-focused] ${focused}`,
  });
  for (const nodeId of nodeIds)
    await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['focus', 'focus-visible'] });
}

/** One look at the whole page, cut into its pieces. */
async function picturesOf(page: Page): Promise<[string, Picture][]> {
  await page.evaluate('scrollTo(0, 0)');
  const whole = await pictureOf(await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }));
  const boxes = await page.evaluate<[string, Box][]>(`
    [...document.querySelectorAll('.kit-piece')].map((piece) => {
      const { left, top, right, bottom } = piece.getBoundingClientRect();
      const [x, y] = [Math.round(left + scrollX), Math.round(top + scrollY)];
      return [piece.id, { left: x, top: y, width: Math.round(right + scrollX) - x, height: Math.round(bottom + scrollY) - y }];
    })`);
  return boxes.map(([name, box]) => [name, cut(whole, box)]);
}

/** Each layer, opened by the button that says where it will be. */
async function openedOf(page: Page): Promise<[string, Picture][]> {
  const pictures: [string, Picture][] = [];
  for (const opener of await page.locator('[data-opens]').all()) {
    const place = (await opener.getAttribute('data-opens'))!;
    const piece = (await opener.locator('xpath=ancestor::section').getAttribute('id'))!;
    const button = opener.locator('button').first();
    await button.scrollIntoViewIfNeeded();
    if (place === '.tooltip') await button.hover();
    else await button.click();
    const layer = page.locator(place);
    await layer.waitFor();
    await layer.getByRole('option').or(layer).first().waitFor();
    const number = pictures.filter(([name]) => name.startsWith(`${piece}-open`)).length;
    const name = number === 0 ? `${piece}-open` : `${piece}-open-${number + 1}`;
    pictures.push([name, await pictureOf(await layer.screenshot({ animations: 'disabled', caret: 'hide' }))]);
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
    for (const toast of (await layer.locator('.toast').all()).reverse()) await toast.locator('.button-icon').click();
    await layer.waitFor({ state: 'hidden' });
  }
  return pictures;
}
