import { type ReactNode, use } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { IntField, pageFields, pageOf, SortColumn, Text } from '#platform/http/contract/fields.ts';
import { answer, callsOf, refuse } from '#platform/testing/web/fake-server.ts';
import { show } from '#platform/testing/web/show.tsx';
import { savedViewEndpoints } from '#system/saved-views/contract/endpoints.ts';
import { amountFilter, choiceFilter, dateRangeFilter, searchFilter, textFilter } from '#ui/record-list/filters.ts';
import type { ListView } from '#ui/record-list/list-state.ts';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { RecordListPage } from './record-list-page.tsx';

// A whole list, from the address to the call and back to the rows.
const Order = z.strictObject({
  orderNo: z.string(),
  status: z.int(),
  drink: z.string(),
  paidMinor: z.int(),
  currency: z.literal('SEK'),
});
type Order = z.infer<typeof Order>;
const listOrders = endpoint({
  method: 'POST',
  path: '/made-up/page',
  permission: null,
  effect: 'read',
  summary: 'Of a test',
  request: z.strictObject({
    ...pageFields,
    column: SortColumn(['orderNo', 'paidMinor']),
    search: Text(40).optional(),
    status: Text(20).optional(),
    drink: Text(20).optional(),
    paidFrom: IntField(0).optional(),
    paidTo: IntField(0).optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    open: z.boolean().optional(),
  }),
  response: pageOf(Order),
});

const tags = statusTags('made-up:status', { 1: 'info', 2: 'busy', 3: 'success' });
const column = columnsFor<Order>();
const COLUMNS = [
  column.link('orderNo', ({ orderNo }) => `/orders/${orderNo}`, { sort: true }),
  column.status('status', tags),
  column.text('drink'),
  column.money('paidMinor', { sort: true }),
];
const VIEWS: readonly ListView[] = [{ key: 'all' }, { key: 'open', request: { open: true } }];
const FILTERS = {
  search: searchFilter(),
  status: choiceFilter(tags, { promoted: true, multiple: true, counts: async () => ({ 1: 7, 2: 0, 3: 1_284 }) }),
  drink: textFilter(),
  paidMinor: amountFilter('paidFrom', 'paidTo'),
  createdAt: dateRangeFilter('from', 'to', { promoted: true }),
};

interface OrdersProps {
  views?: readonly ListView[];
  inPanel?: (row: Order | undefined) => ReactNode;
  panelActions?: () => ReactNode;
}

function Orders({ views = VIEWS, inPanel = (row) => <p>{row?.drink}</p>, panelActions }: OrdersProps) {
  const list = useRecordList(listOrders, {
    namespace: 'made-up',
    rowId: 'orderNo',
    columns: COLUMNS,
    views,
    filters: FILTERS,
  });
  return (
    <RecordListPage
      list={list}
      title="Orders"
      pageOf={(id) => `/orders/${id}`}
      bulkActions={({ kind }) => <output>{kind}</output>}
      panel={{
        title: (id) => `Order ${id}`,
        content: (_, row) => inPanel(row),
        ...(panelActions && { actions: panelActions }),
      }}
    />
  );
}

const NOW = '2027-03-01T09:00:00.000Z';
const TOTAL = 45;
const order = (number: number): Order => ({
  orderNo: `A-${String(number).padStart(3, '0')}`,
  status: (number % 3) + 1,
  drink: number % 2 ? 'Espresso' : 'Latte',
  paidMinor: number * 100,
  currency: 'SEK',
});
const pageOfOrders = (first: number, count: number, total = TOTAL) => ({
  records: Array.from({ length: count }, (_, at) => order(first + at)),
  current: 1,
  pages: Math.ceil(total / 20),
  size: 20,
  total,
});

const lastRequest = () => callsOf(listOrders).at(-1)?.request;
const rows = () => page.getByRole('row', { name: /^Select this row|A-\d+/ });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const table = () => page.getByRole('table', { name: 'Orders' });

beforeEach(() => {
  answer(listOrders, ({ pageNo, pageSize }) => {
    const first = (Number(pageNo) - 1) * Number(pageSize) + 1;
    return pageOfOrders(first, Math.max(0, Math.min(Number(pageSize), TOTAL - first + 1)));
  });
});

test('a saved view whose filter is gone says so above its rows', async () => {
  const id = '019400aa-0000-7000-8000-000000000001';
  const layout = { order: [], hidden: [], widths: {}, density: 'default' as const };
  const view = { ...{ id, list: 'made-up.list', name: 'North', shared: false, own: true, ownerName: 'Kari' }, layout };
  answer(savedViewEndpoints.all, () => ({
    views: [{ ...view, state: { values: { region: 'north', status: '9' } }, version: 1, changedAt: NOW }],
    preferences: [],
  }));
  show(<Orders />, `/orders?saved=${id}`);
  await expect
    .poll(() => document.querySelector('.lost-filters')?.textContent)
    .toContain('a filter that does not exist any more (Status, region), so it shows more rows');
});

describe('pages and order', () => {
  test('the first page is asked for as the list begins, and the foot says how many there are', async () => {
    show(<Orders />, '/orders');
    await expect.element(page.getByRole('link', { name: 'A-001' })).toHaveAttribute('href', '/orders/A-001');
    expect(lastRequest()).toMatchObject({ pageNo: 1, pageSize: 20 });
    expect(rows().elements()).toHaveLength(20);
    await expect.element(page.getByText('45 records')).toBeVisible();
    await expect.element(button('Previous page')).toBeDisabled();
  });

  test('pages are walked by buttons and by their number, and stand in the address', async () => {
    const shown = show(<Orders />, '/orders');
    await button('Next page').click();
    await expect.element(page.getByRole('link', { name: 'A-021' })).toBeVisible();
    expect(shown.address()).toBe('/orders?page=2');
    await page.getByRole('textbox', { name: 'Page' }).fill('3');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('link', { name: 'A-045' })).toBeVisible();
    expect(rows().elements()).toHaveLength(5);
    await expect.element(button('Next page')).toBeDisabled();
  });

  test('a page beyond the end becomes the last one', async () => {
    const shown = show(<Orders />, '/orders?page=9');
    await expect.element(page.getByRole('link', { name: 'A-041' })).toBeVisible();
    expect(shown.address()).toBe('/orders?page=3');
  });

  test('a column sorts up, down and not at all, from the first page on', async () => {
    const shown = show(<Orders />, '/orders?page=2');
    const paid = page.getByRole('columnheader', { name: 'Paid' });
    const sort = paid.getByRole('button');
    for (const [order, words] of [
      ['asc', 'ascending'],
      ['desc', 'descending'],
    ] as const) {
      await sort.click();
      await expect.element(paid).toHaveAttribute('aria-sort', words);
      expect(shown.address()).toBe(`/orders?sort=paidMinor.${order}`);
      await expect.poll(lastRequest).toMatchObject({ pageNo: 1, column: 'paidMinor', order });
    }
    await sort.click();
    await expect.element(paid).not.toHaveAttribute('aria-sort');
    expect(shown.address()).toBe('/orders');
    // what cannot be sorted by offers nothing
    expect(page.getByRole('columnheader', { name: 'Drink' }).getByRole('button').query()).toBeNull();
  });

  test('another page size is remembered for the next list', async () => {
    show(<Orders />, '/orders');
    await page.getByRole('combobox', { name: 'Rows' }).click();
    await page.getByRole('option', { name: '50' }).click();
    await expect.poll(lastRequest).toMatchObject({ pageSize: 50 });
    show(<Orders />, '/orders');
    await expect.element(page.getByRole('combobox', { name: 'Rows' })).toMatchTextContent('50');
  });
});

describe('views and filters', () => {
  test('a view sends its fields, and keeps what was searched for', async () => {
    const shown = show(<Orders />, '/orders?search=A-0');
    await page.getByRole('tab', { name: 'Open' }).click();
    await expect.poll(lastRequest).toMatchObject({ open: true, search: 'A-0' });
    expect(shown.address()).toBe('/orders?search=A-0&view=open');
  });

  test('what is typed into the search box is asked once, after a pause', async () => {
    const shown = show(<Orders />, '/orders?page=2');
    await expect.element(page.getByRole('link', { name: 'A-021' })).toBeVisible();
    const before = callsOf(listOrders).length;
    await page.getByRole('searchbox', { name: 'Order no. or drink' }).click();
    await userEvent.keyboard('latte');
    await expect.poll(lastRequest).toMatchObject({ search: 'latte', pageNo: 1 });
    expect(callsOf(listOrders)).toHaveLength(before + 1);
    expect(shown.address()).toBe('/orders?search=latte');
    await button('Clear search').click();
    await expect.poll(lastRequest).not.toHaveProperty('search');
  });

  test('several values or all but some are chosen with their counts, said in words and taken away again', async () => {
    const shown = show(<Orders />, '/orders');
    await button('Status').click();
    await expect.element(page.getByRole('option', { name: /^Made/ })).toMatchTextContent('1284');
    await page.getByRole('option', { name: /^Paid/ }).click();
    await page.getByRole('option', { name: /^Made/ }).click();
    await expect.poll(lastRequest).toMatchObject({ status: '1,3' });
    await page.getByText('is not', { exact: true }).click();
    await expect.poll(lastRequest).toMatchObject({ status: '!1,3' });
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Status: not Paid, Made')).toBeVisible();
    expect(new URL(shown.address(), 'http://a').searchParams.get('status')).toBe('!1,3');
    await button('Remove filter: Status').click();
    await expect.poll(shown.address).toBe('/orders');
  });

  test('amounts are typed in the money of the tenant and sent in its smallest coin', async () => {
    show(<Orders />, '/orders');
    await button('Add filter').click();
    await page.getByRole('menuitem', { name: 'Paid' }).click();
    await page.getByRole('textbox', { name: 'From' }).fill('50');
    await page.getByRole('textbox', { name: 'Up to' }).fill('20');
    await button('Apply').click();
    await expect.element(page.getByText('This is less than the amount it begins with')).toBeVisible();
    await page.getByRole('textbox', { name: 'Up to' }).fill('99.50');
    await button('Apply').click();
    await expect.poll(lastRequest).toMatchObject({ paidFrom: 5_000, paidTo: 9_950 });
  });

  test('a day of the tenant becomes the instants between its midnights', async () => {
    show(<Orders />, '/orders?createdAt=2026-11-01..2026-11-02');
    await expect.poll(lastRequest).toMatchObject({ from: '2026-10-31T23:00:00.000Z', to: '2026-11-02T23:00:00.000Z' });
  });

  test('what the address asks and nobody knows is left out, and said', async () => {
    show(<Orders />, '/orders?status=9&size=7&search=A');
    await expect.element(page.getByText(/unknown and were ignored: status, size/).first()).toBeVisible();
    expect(lastRequest()).toMatchObject({ search: 'A', pageSize: 20 });
    expect(lastRequest()).not.toHaveProperty('status');
  });
});

describe('what is not there', () => {
  test('while the first answer is awaited the columns stand, and nothing pretends to be empty', async () => {
    let release: (() => void) | undefined;
    answer(listOrders, () => new Promise((done) => (release = () => done(pageOfOrders(1, 3, 3)))));
    show(<Orders />, '/orders');
    await expect.element(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
    await expect.poll(() => document.querySelector('.record-box')?.getAttribute('aria-busy')).toBe('true');
    expect(page.getByText('Nothing here yet').query()).toBeNull();
    await expect.poll(() => release).toBeDefined();
    release?.();
    await expect.element(page.getByRole('link', { name: 'A-003' })).toBeVisible();
  });

  test('before the first record it says so; with filters it offers to clear them', async () => {
    answer(listOrders, ({ search }) => (search ? pageOfOrders(1, 0, 0) : pageOfOrders(1, 20)));
    const shown = show(<Orders />, '/orders?search=zzz');
    await expect.element(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
    await button('Clear filters').click();
    await expect.element(page.getByRole('link', { name: 'A-001' })).toBeVisible();
    expect(shown.address()).toBe('/orders');
    answer(listOrders, () => pageOfOrders(1, 0, 0));
    await button('Refresh').click();
    await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  });

  test('a view that shows some of the records and has none offers all of them; the first view as well', async () => {
    answer(listOrders, ({ open }) => (open ? pageOfOrders(1, 0, 0) : pageOfOrders(1, 20)));
    const shown = show(<Orders views={[{ key: 'open', request: { open: true } }, { key: 'all' }]} />, '/orders');
    await expect.element(page.getByRole('heading', { name: /Nothing under/ })).toBeVisible();
    await button('Show all').click();
    await expect.element(page.getByRole('link', { name: 'A-001' })).toBeVisible();
    expect(shown.address()).toBe('/orders?view=all');
    answer(listOrders, () => pageOfOrders(1, 0, 0));
    await button('Refresh').click();
    await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  });

  test('nothing under a tab where nothing stands under the others either is told as before the first record', async () => {
    answer(listOrders, () => pageOfOrders(1, 0, 0));
    show(<Orders />, '/orders?view=open');
    await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    expect(callsOf(listOrders).map(({ request }) => request)).toContainEqual({ pageNo: 1, pageSize: 1 });
  });

  test('a failure says its cause and its request, and trying again goes on', async () => {
    answer(listOrders, () => refuse({ status: 409, message: 'The storage is away' }));
    show(<Orders />, '/orders');
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent(/The storage is away.*request-4711/);
    answer(listOrders, () => pageOfOrders(1, 3, 3));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('link', { name: 'A-003' })).toBeVisible();
  });

  test('a refresh that fails keeps the rows and says how old they are', async () => {
    show(<Orders />, '/orders');
    await expect.element(page.getByRole('link', { name: 'A-001' })).toBeVisible();
    answer(listOrders, () => refuse({ status: 409, message: 'The storage is away' }));
    await button('Refresh').click();
    await expect.element(page.getByText(/Could not be refreshed; shown as of .* The storage is away/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'A-001' })).toBeVisible();
  });

  test('who may not see them is offered nothing to do', async () => {
    answer(listOrders, () => refuse({ status: 403, problem: 'request.forbidden' }));
    show(<Orders />, '/orders');
    await expect.element(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
    for (const name of ['Try again', 'Refresh', 'Status']) expect(button(name).query(), name).toBeNull();
    expect(table().query()).toBeNull();
  });
});

describe('rows', () => {
  test('rows are ticked over pages, or all that match; another filter forgets them', async () => {
    show(<Orders />, '/orders');
    const ticks = page.getByRole('checkbox', { name: 'Select this row' });
    await ticks.nth(1).click();
    await ticks.nth(4).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected records' });
    await expect.element(bar).toMatchTextContent('4 selected');
    await button('Next page').click();
    await expect.element(page.getByRole('link', { name: 'A-021' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
    await expect.element(bar).toMatchTextContent('24 selected');
    await bar.getByRole('button', { name: 'Select all 45 matching' }).click();
    await expect.element(bar.getByRole('status')).toMatchTextContent('matching');
    await page.getByRole('tab', { name: 'Open' }).click();
    await expect.poll(() => bar.query()).toBeNull();
  });

  test('keys walk the rows: Space looks at one beside the list, which the address keeps, Enter opens its page', async () => {
    const shown = show(<Orders />, '/orders');
    await expect.element(page.getByRole('link', { name: 'A-001' })).toBeVisible();
    rows().first().element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ }');
    await expect.element(page.getByRole('heading', { name: 'Order A-003' })).toBeVisible();
    expect(shown.address()).toBe('/orders?panel=A-003');
    await userEvent.keyboard('{Escape}');
    await expect.poll(shown.address).toBe('/orders');
    rows().nth(3).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(shown.address).toBe('/orders/A-004');
  });

  test.each(['its content', 'its actions'])(
    'the texts of a panel may come late, those of %s: list and panel stay, and so does the focus',
    async (late) => {
      const { promise: texts, resolve: bring } = Promise.withResolvers<string>();
      const Late = () => <p>{use(texts)}</p>;
      const part = () => <Late />;
      show(late === 'its content' ? <Orders inPanel={part} /> : <Orders panelActions={part} />, '/orders?panel=A-003');
      const panel = page.getByRole('complementary', { name: 'Order A-003' });
      await expect.element(panel).toHaveFocus();
      await expect.element(page.getByRole('link', { name: 'A-001' })).toBeVisible();
      bring('In both languages');
      await expect.element(panel.getByText('In both languages')).toBeVisible();
      await expect.element(panel).toHaveFocus();
    },
  );
});
