import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import english from '../src/apps/console/pages/parts/locales/en-US.json' with { type: 'json' };
import chinese from '../src/apps/console/pages/parts/locales/zh-CN.json' with { type: 'json' };
import { saidOf } from '../src/platform/i18n/rules/join-words.ts';
import englishKit from '../src/ui/locales/en-US.json' with { type: 'json' };
import chineseKit from '../src/ui/locales/zh-CN.json' with { type: 'json' };
import englishTools from '../src/ui/rich-text/locales/en-US.json' with { type: 'json' };
import chineseTools from '../src/ui/rich-text/locales/zh-CN.json' with { type: 'json' };
import { allAxeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, typeDate, type Visit } from './browser.ts';
import { choose, optionsOf } from './choose.ts';
import { ownProduct } from './own-product.ts';

// Parts of forms that are written into or chosen in (`/test/home`): rich text, and all fields of one dialog.
const product = ownProduct();

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each([
  { language: 'en-US', scheme: 'light' as const, width: 1440, t: english, kit: englishKit, tools: englishTools },
  { language: 'zh-CN', scheme: 'dark' as const, width: 375, t: chinese, kit: chineseKit, tools: chineseTools },
])('in $language, $scheme, at $width pixels', ({ language, scheme, width, t, kit, tools }) => {
  let own: Visit;
  beforeAll(async () => {
    own = await openPage(browser, { language, scheme, width });
    await logIn(own.page, product);
    await own.page.goto(`${product.url}/test/home`);
    await own.page.locator('.rich-tools').waitFor();
  });
  afterAll(async () => {
    expect(own.complaints).toEqual([]);
    await own.context.close();
  });

  test('rich text is written with the keyboard alone', async () => {
    const { keyboard } = own.page;
    const card = own.page.locator('.card', { hasText: t.rich.title });
    const text = card.getByRole('textbox', { name: t.rich.title });
    const stored = () => card.locator('.parts-values').innerText();
    await text.click();
    await keyboard.press('Control+a');
    await keyboard.press('Delete');
    await expect.poll(() => card.getByText(t.rich.empty).isVisible()).toBe(true);
    await keyboard.press('Control+Alt+2');
    await keyboard.type('Hours');
    await keyboard.press('Enter');
    await keyboard.press('Control+Shift+8');
    await keyboard.type('from ');
    await keyboard.press('Control+b');
    await keyboard.type('7');
    await keyboard.press('Control+b');
    await keyboard.press('Enter');
    await keyboard.press('Control+]');
    await keyboard.type('menu');
    await keyboard.press('Control+Shift+ArrowLeft');
    await keyboard.press('Control+k');
    const address = card.getByLabel(tools.link.address);
    await expect
      .poll(() =>
        address.evaluate((box) => (box as unknown as { matches(selector: string): boolean }).matches(':focus')),
      )
      .toBe(true);
    await keyboard.type('javascript:alert(1)');
    await keyboard.press('Enter');
    await card.getByText(tools.link.wrong).waitFor();
    expect(await allAxeFindings(own.page, '.rich-editor')).toEqual([]);
    await address.fill('example.com/menu');
    await keyboard.press('Enter');
    const written =
      '<h2>Hours</h2><ul><li><p>from <strong>7</strong></p><ul><li><p><a href="https://example.com/menu">menu</a></p></li></ul></li></ul>';
    await expect.poll(stored).toBe(written);
    // a tool hands the focus back with the next frame
    const backInText = () => expect.poll(() => focused(own.page)).toBe(t.rich.title);
    await backInText();
    // out to the toolbar, along it, and back
    await keyboard.press('Alt+F10');
    await keyboard.press('End');
    await keyboard.press('ArrowLeft');
    await expect.poll(() => focused(own.page)).toBe(tools.tool.undo);
    await keyboard.press('Enter');
    await expect.poll(stored).toBe(written.replace(/<a[^>]*>menu<\/a>/, 'menu'));
    await backInText();
    await keyboard.press('Control+Shift+Z');
    await expect.poll(stored).toBe(written);
    await keyboard.press('Alt+F10');
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    await own.page.getByRole('menuitemradio', { name: tools.style.heading3 }).waitFor();
    expect(await allAxeFindings(own.page, '.menu')).toEqual([]);
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await backInText();
    // Tab leaves the text
    await keyboard.press('Tab');
    expect(await focused(own.page)).not.toBe(t.rich.title);
  });

  test('what is pasted or dropped keeps its meaning and runs nothing', async () => {
    const card = own.page.locator('.card', { hasText: t.rich.title });
    const text = card.getByRole('textbox', { name: t.rich.title });
    await text.click();
    await own.page.keyboard.press('Control+a');
    await paste(
      own.page,
      '<meta charset="utf-8"><h1 style="color:red">Closed</h1><p onclick="x()">on <b>Sunday</b><img src="x" onerror="document.title=1"><script>document.title=2</script></p><svg onload="document.title=3"></svg><a href="javascript:document.title=4">why</a>',
    );
    const stored = () => card.locator('.parts-values').innerText();
    await expect.poll(stored).toBe('<h2>Closed</h2><p>on <strong>Sunday</strong></p><p>why</p>');
    await expect.poll(() => card.locator('section .rich-text :is(h3, p)').count()).toBe(3);
    expect(await own.page.title()).not.toMatch(/\d/);
    await card.getByRole('radio', { name: t.rich.readOnly }).check();
    expect(await card.getByRole('textbox').count()).toBe(0);
    expect(await allAxeFindings(own.page, '.rich-editor')).toEqual([]);
    await card.getByRole('radio', { name: t.rich.disabled }).check();
    await expect.poll(() => text.getAttribute('contenteditable')).toBe('false');
    expect(await allAxeFindings(own.page, '.rich-editor')).toEqual([]);
    await card.getByRole('radio', { name: t.rich.write }).check();
  });

  test('each field that chooses something is set, sent, and read back', async () => {
    const form = own.page.getByRole('dialog', { name: t.form.title });
    const open = () => own.page.getByRole('button', { name: t.form.open }).click();
    /** Opens a picker, chooses in it, and is done. */
    const pick = async (field: string, ...choose: string[]) => {
      await form.getByRole('button', { name: saidOf(field, kit.form.choose, language) }).click();
      const picker = own.page.locator('dialog:modal').last();
      for (const one of choose) await picker.getByText(one, { exact: true }).first().click();
      expect(await allAxeFindings(own.page, 'dialog[open]')).toEqual([]);
      await picker.getByRole('button', { name: kit.picker.done }).click();
    };
    const manager = kit === englishKit ? 'Manager' : '经理';
    await open();
    await form.getByRole('button', { name: kit.save, exact: true }).click();
    expect(await form.locator('.field-fault').count()).toBe(6);
    expect(await form.locator('.field-fault', { hasText: kit.issue.requiredChoice }).count()).toBe(5);
    await pick(t.field.department, 'Field service');
    await pick(t.field.users, 'Ingrid Aasen', 'Henrik Nygaard');
    await pick(t.field.role, manager);
    await pick(t.field.positions, 'Team lead', 'Service technician');
    const states = await optionsOf(form.getByLabel(t.field.state));
    await choose(form.getByLabel(t.field.state), 1);
    await choose(form.getByLabel(t.field.priorities), 0);
    const choices = own.page.locator('.option-picker');
    await choices.getByRole('option').last().click();
    await choices.getByText(kit.picker.count.replace('{count, number}', '2')).waitFor();
    expect(await allAxeFindings(own.page, '.select-list')).toEqual([]);
    await own.page.keyboard.press('Escape');
    await form.locator('fieldset', { hasText: t.field.sex }).getByRole('radio').last().check();
    await form.getByRole('combobox', { name: t.field.spot }).click();
    await own.page.keyboard.type('Oslo');
    await choices.getByRole('option').nth(1).waitFor({ state: 'detached' });
    await choices.getByRole('option').first().click();
    await form.getByRole('button', { name: '#722ED1' }).click();
    await typeDate(form.getByRole('group', { name: t.field.due, exact: true }), '202703010915');
    await form.getByRole('textbox', { name: t.field.note }).click();
    await own.page.keyboard.type('Filters are changed');
    expect(await allAxeFindings(own.page, 'dialog[open]')).toEqual([]);

    // a second back gesture, which browsers let through: what was typed stays in sight, under the question
    await form.evaluate((dialog) => (dialog as unknown as { close(): void }).close());
    await own.page.getByRole('alertdialog').getByRole('button', { name: kit.form.keepEditing }).click();
    await own.page.getByRole('alertdialog').waitFor({ state: 'detached' });

    // saved by somebody else meanwhile: both values stand there as the fields show them
    await form.getByRole('button', { name: t.form.rivalSaves }).click();
    const without = (field: string, label: string) =>
      form
        .locator('.field', { has: own.page.getByText(field) })
        .locator('.picker-chip', { hasText: label })
        .getByRole('button')
        .click();
    await without(t.field.users, 'Henrik Nygaard');
    await without(t.field.role, manager);
    await without(t.field.positions, 'Team lead');
    await choose(form.getByLabel(t.field.state), 0);
    await form.locator('fieldset', { hasText: t.field.sex }).getByRole('radio').first().check();
    await form.getByRole('button', { name: '#096DD9' }).click();
    await typeDate(form.getByRole('group', { name: t.field.due, exact: true }), '202703021030');
    await form.getByRole('button', { name: kit.save, exact: true }).click();
    const conflict = own.page.getByRole('region', { name: t.form.rival });
    await conflict.waitFor();
    const shown = async (field: string) =>
      (await conflict.getByRole('group', { name: field }).locator('.conflict-value').allInnerTexts()).join(' | ');
    const names = kit === englishKit ? 'Ingrid Aasen, Henrik Nygaard' : 'Ingrid Aasen、Henrik Nygaard';
    await expect.poll(() => shown(t.field.users)).toBe(`Ingrid Aasen | ${names}`);
    await expect.poll(() => shown(t.field.role)).toBe(`– | ${manager}`);
    await expect.poll(() => shown(t.field.positions)).toMatch(/^Service technician \| Team lead/);
    await expect.poll(() => shown(t.field.state)).toBe(states.join(' | '));
    expect(await shown(t.field.colour)).toBe('#096DD9 | #722ED1');
    expect(await conflict.locator('.colour-value svg').count()).toBe(2);
    expect(await shown(t.field.due)).toMatch(/2027.*10:30.* \| .*2027.*09:15/);
    expect(await allAxeFindings(own.page, '.form-conflict')).toEqual([]);
    for (const choice of await conflict.getByRole('radio', { name: kit.conflict.theirs }).all()) await choice.check();
    await form.getByRole('button', { name: kit.save, exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const values = JSON.parse(await own.page.locator('.parts-values').last().innerText()) as Record<string, string>;
    expect(values).toMatchObject({
      users: 'manager,operator',
      state: '2',
      sex: '2',
      priorities: 'L,H',
      colour: '#722ED1',
      due: '2027-03-01T08:15:00.000Z',
      note: '<p>Filters are changed</p>',
    });
    await open();
    for (const words of ['Field service', 'Ingrid Aasen', 'Henrik Nygaard', manager, 'Team lead'])
      await form.locator('.picker-chip', { hasText: words }).waitFor();
    expect(await form.getByRole('combobox', { name: t.field.spot }).innerText()).toMatch(/Oslo|奥斯陆/);
    expect(await form.getByRole('textbox', { name: t.field.note }).innerText()).toBe('Filters are changed');
    await form.getByRole('button', { name: kit.cancel }).click();
  });
});

const focused = (of: Page): Promise<string | null> =>
  of.evaluate<string | null>(`document.activeElement?.getAttribute('aria-label') ?? null`);

/** Pastes HTML where the cursor is. */
const paste = (of: Page, html: string): Promise<void> =>
  of.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
