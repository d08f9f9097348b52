import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const OTHER_THEMES = ['dark', 'weak', 'dark weak'];

/** Colours are read from pixels: a transition that still runs would be judged half way. */
const SETTLE = `(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  for (const animation of document.getAnimations()) {
    try { animation.finish(); } catch { /* one without an end */ }
  }
})()`;

/** A second look for what the first one finds: what was still changing is right by then, and a fault stays one. */
async function ask(page: Page, place: string, rules?: object): Promise<string[]> {
  const first = await look(page, place, rules);
  if (first.length === 0) return first;
  await page.waitForTimeout(500);
  return look(page, place, rules);
}

/** Axe is put into the page once per load and asked there: many looks at one page cost little. */
async function look(page: Page, place: string, rules?: object): Promise<string[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  await page.evaluate(SETTLE);
  const seen = await page.locator(place).filter({ visible: true }).count();
  if (seen === 0) return [`nothing is shown at ${place}`];
  return page.evaluate<string[]>(`axe
    .run({ include: [[${JSON.stringify(place)}]] }, { ...${JSON.stringify(rules ? { runOnly: rules } : {})}, resultTypes: ['violations'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}

/** What axe finds there, in words short enough to read in a failing test. */
export function axeFindings(page: Page, place = 'html'): Promise<string[]> {
  return ask(page, place, { type: 'tag', values: TAGS });
}

/** What it finds by all of its rules, good practice too. */
export function allAxeFindings(page: Page, place: string): Promise<string[]> {
  return ask(page, place);
}

/** Its colours in the other themes, which change nothing else. */
export async function colourFindings(page: Page, place = 'html', themes = OTHER_THEMES): Promise<string[]> {
  const own = (await page.locator('html').getAttribute('data-theme')) ?? '';
  const found: string[] = [];
  for (const theme of themes) {
    await wear(page, theme);
    const here = await ask(page, place, { type: 'rule', values: ['color-contrast'] });
    found.push(...here.map((one) => `${theme}: ${one}`));
  }
  await wear(page, own);
  return found;
}

function wear(page: Page, theme: string): Promise<void> {
  return page.locator('html').evaluate((element, words) => element.setAttribute('data-theme', words), theme);
}
