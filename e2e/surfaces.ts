import type { Page } from 'playwright-core';

/** A dialog, panel or menu of the console: where it is opened, how, and what of the page it is. */
export interface Surface {
  readonly name: string;
  readonly path: string;
  readonly place: string;
  /** Language plays no part in it: roles and classes, never words. */
  open(page: Page): Promise<void>;
  /** It shows states, faults or danger: these colours change in the colour-weak themes too. */
  readonly hasStates?: boolean;
  /** A popover closes when its window changes its size. */
  readonly isFleeting?: boolean;
}

const DIALOG = 'dialog[open]';
const MENU = '.popover';
const PANEL = '.side-panel';
const WELCOME = '/dashboard/welcome';
const ORDERS = '/orders/list';
const FILTERED = '/orders/list?status=6';
const ROBOTS = '/devices/robots';
const PARTS = '/test/home';
const TOOLS = '.header-end .button-icon[aria-haspopup=dialog]';

const shown = (page: Page, place: string) => page.locator(place).filter({ visible: true });

/** Presses what `button` names and waits for what comes of it. */
const press =
  (button: string, at = 0) =>
  (page: Page) =>
    shown(page, button).nth(at).click();

const ofUserMenu =
  (entry: 'first' | 'last' | number) =>
  async (page: Page): Promise<void> => {
    await shown(page, '.header-user').click();
    const entries = page.getByRole('menuitem');
    await (entry === 'first' ? entries.first() : entry === 'last' ? entries.last() : entries.nth(entry)).click();
  };

const aRobot = async (page: Page): Promise<void> => {
  await shown(page, 'a.record-identity').first().click();
  await page.locator('.tanks').waitFor();
};

/** Everything that opens over a page, for an order that can still be refunded. */
export function surfacesOf(orderNo: string): readonly Surface[] {
  const order = `/orders/detail/${orderNo}`;
  const dialog = (name: string, path: string, open: Surface['open']): Surface => ({ name, path, place: DIALOG, open });
  const menu = (name: string, path: string, open: Surface['open']): Surface => ({
    name,
    path,
    place: MENU,
    open,
    isFleeting: true,
  });
  const dialogWithStates = (...all: Parameters<typeof dialog>): Surface => ({ ...dialog(...all), hasStates: true });
  return [
    menu('user menu', WELCOME, press('.header-user')),
    menu('tenant menu', WELCOME, press('.header-tenant')),
    menu('language menu', WELCOME, press('.header-end > button[aria-haspopup=menu]')),
    menu('menu of a tab', WELCOME, async (page) => {
      await shown(page, '.page-tab-active').focus();
      await page.keyboard.press('Shift+F10');
    }),
    { name: 'help', path: WELCOME, place: PANEL, open: press(TOOLS, 0) },
    dialog('notices', WELCOME, press(TOOLS, 1)),
    dialog('layout settings', WELCOME, press(TOOLS, 2)),
    dialog('palette', WELCOME, async (page) => {
      await page.keyboard.press('Control+k');
      await page.locator(DIALOG).getByRole('combobox').fill(orderNo);
      await page.getByRole('option').filter({ hasText: orderNo }).first().waitFor();
    }),
    dialog('keys', WELCOME, (page) => page.keyboard.press('?')),
    dialog('password', WELCOME, ofUserMenu(3)),
    dialog('logout', WELCOME, ofUserMenu('last')),
    menu('dates', ORDERS, press('.filter-pill > button', 0)),
    { ...menu('choices', ORDERS, press('.filter-pill > button', 1)), hasStates: true },
    menu('more filters', ORDERS, press('.filter-add[aria-haspopup=menu]')),
    dialog('advanced query', ORDERS, press('.filter-add[aria-haspopup=dialog]')),
    menu('columns', ORDERS, press('.record-list-tools > button[aria-haspopup=dialog]')),
    menu('views', ORDERS, press('.record-list-tools > button[aria-haspopup=menu]')),
    dialog('a view is saved', FILTERED, press('.view-edits button')),
    dialog('export', ORDERS, press('.record-list-head .button')),
    {
      name: 'panel of an order',
      hasStates: true,
      path: `/orders/list?panel=${orderNo}`,
      place: PANEL,
      open: (page) => page.locator(`${PANEL} .order-events`).first().waitFor(),
    },
    dialog('refund', order, press('.detail-actions .button-primary')),
    dialogWithStates('a refund with faults', order, async (page) => {
      await press('.detail-actions .button-primary')(page);
      await page.locator(`${DIALOG} textarea`).waitFor();
      await page.locator(`${DIALOG} .dialog-foot button`).last().click();
      await page.locator(`${DIALOG} .field-fault`).first().waitFor();
    }),
    dialog('a robot is added', ROBOTS, press('.record-list-head .button-primary')),
    dialog('a spot is bound', ROBOTS, async (page) => {
      await press('.row-actions > button')(page);
      // commands first, then the place of the robot, and last how it leaves
      await page.getByRole('menuitem').nth(-4).click();
    }),
    {
      name: 'bar of the selected',
      hasStates: true,
      path: ROBOTS,
      place: '.record-list-card',
      open: async (page) => {
        await shown(page, 'thead input[type=checkbox]').check();
        await page.locator('.selection-bar').waitFor();
      },
    },
    menu('commands', ROBOTS, async (page) => {
      await aRobot(page);
      await press('.detail-actions .button-primary[aria-haspopup=menu]')(page);
    }),
    {
      name: 'event log',
      hasStates: true,
      path: ROBOTS,
      place: '#content',
      open: async (page) => {
        await aRobot(page);
        await shown(page, '#content [role=tab]').nth(1).click();
        await page.locator('.event-log').waitFor();
      },
    },
    {
      name: 'settings of a robot',
      path: ROBOTS,
      place: '#content',
      open: async (page) => {
        await aRobot(page);
        await shown(page, '#content [role=tab]').nth(2).click();
        await shown(page, '#content form').waitFor();
      },
    },
    {
      name: 'import with faults',
      path: '/devices/robot-import',
      place: '#content',
      open: async (page) => {
        const buffer = Buffer.from('IMEI,Name,Colour\nA12,Too short,red\n868120000099999,,\n');
        await page.locator('input[type=file]').setInputFiles({ name: 'robots.csv', mimeType: 'text/csv', buffer });
        await shown(page, '#content table').first().waitFor();
      },
    },
    {
      name: 'rich text',
      path: PARTS,
      place: '.parts-rich',
      open: (page) => page.locator('.rich-area').first().waitFor(),
    },
    {
      name: 'dates and times',
      hasStates: true,
      path: PARTS,
      place: '.parts-dates',
      open: async (page) => {
        await shown(page, '.parts-dates .segments input').nth(1).check();
        await press('.parts-dates .form-row .button', -1)(page);
        await shown(page, '.parts-dates .field-fault').waitFor();
      },
    },
    { name: 'pictures', path: PARTS, place: '.picture-parts', open: () => Promise.resolve() },
    dialog('fields that choose', PARTS, press('.parts-form .card-head button')),
    ...[0, 1, 2, 3, 4, 6].map(
      (tab): Surface => ({
        name: `tab ${tab} of the cron editor`,
        path: PARTS,
        place: '.cron',
        open: (page) => page.locator('.cron').getByRole('tab').nth(tab).click(),
      }),
    ),
  ];
}

/** Goes there, unless the page is there already, and opens it. */
export async function openSurface(page: Page, productUrl: string, surface: Surface): Promise<void> {
  const here = page.url().replace(productUrl, '');
  if (here !== surface.path || surface.path.includes('?panel')) {
    await page.goto(productUrl + surface.path);
    await shown(page, '#content h1, .cron').first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  }
  try {
    await surface.open(page);
    await shown(page, surface.place).first().waitFor();
  } catch (cause) {
    throw new Error(`${surface.name} did not open`, { cause });
  }
}

/** Escape takes one layer after the other. */
export async function closeSurface(page: Page): Promise<void> {
  const open = page.locator(`${DIALOG}, ${MENU}, ${PANEL}`);
  for (let layer = 0; layer < 4 && (await open.count()) > 0; layer++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(60);
  }
}
