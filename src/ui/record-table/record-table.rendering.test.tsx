import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import { columnsFor } from './column.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { RecordTable, type RecordTableProps } from './record-table.tsx';
import { useTableLayout } from './table-layout.ts';

// The table alone: what is drawn, which columns stand where, and what the keys do.
interface Order {
  readonly orderNo: string;
  readonly drink: string;
  readonly cups: number;
}
const column = columnsFor<Order>();
const COLUMNS = [
  column.link('orderNo', ({ orderNo }) => `/orders/${orderNo}`),
  column.text('drink'),
  column.number('cups', { width: 120 }),
  column.text('status' as 'drink', { title: 'Note', hidden: true }),
];
const orders = (count: number): Order[] =>
  Array.from({ length: count }, (_, at) => ({ orderNo: `A-${at + 1}`, drink: `Latte ${at + 1}`, cups: at }));
const idOf = ({ orderNo }: Order): string => orderNo;

/** The layout of a table is kept under its name. */
function Table({ name, count = 5, ...props }: { name: string; count?: number } & Partial<RecordTableProps<Order>>) {
  const [rows] = useState(() => orders(count));
  const layout = useTableLayout(`made-up.${name}`, COLUMNS);
  return (
    <div style={{ blockSize: 600, inlineSize: 900, display: 'grid', grid: 'auto minmax(0, 1fr) / minmax(0, 1fr)' }}>
      <ColumnPicker namespace="made-up" columns={COLUMNS} layout={layout} />
      <RecordTable
        label="Orders"
        namespace="made-up"
        columns={COLUMNS}
        rows={rows}
        idOf={idOf}
        layout={layout}
        total={count}
        {...props}
      />
    </div>
  );
}

const table = () => page.getByRole('table', { name: 'Orders' });
const lines = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-id]')];
const headers = () => [...document.querySelectorAll('thead th')].map((cell) => cell.textContent);
const focused = () => document.activeElement?.closest('tr')?.dataset['id'];
const widthOf = (title: string) => {
  const at = headers().indexOf(title);
  return document.querySelectorAll<HTMLElement>('colgroup col')[at]?.style.inlineSize;
};

describe('rows', () => {
  test('of thousands of rows only those in sight are drawn, wherever one stands', async () => {
    show(<Table name="long" count={5_000} />);
    await expect.element(page.getByRole('link', { name: 'A-1', exact: true })).toBeVisible();
    // The first draw knows no height of the box, and attaching to it puts its scroll back to the top.
    await expect.poll(() => lines().length).toBeGreaterThan(15);
    expect(lines().length).toBeLessThan(60);
    await expect.element(table()).toHaveAttribute('aria-rowcount', '5001');
    const box = document.querySelector<HTMLElement>('.record-scroll')!;
    box.scrollTop = box.scrollHeight / 2;
    await expect.element(page.getByRole('link', { name: 'A-2501', exact: true })).toBeInTheDocument();
    expect(lines().length).toBeLessThan(60);
    expect(page.getByRole('link', { name: 'A-1', exact: true }).query()).toBeNull();
    // each says its place among all, though its neighbours are not there
    const shown = page.getByRole('row', { name: /^A-2501 / });
    await expect.element(shown).toHaveAttribute('aria-rowindex', '2502');
  });

  test('arrows, pages, Home and End walk the rows, also to those that are not drawn', async () => {
    show(<Table name="keys" count={1_000} />);
    await expect.element(page.getByRole('link', { name: 'A-1', exact: true })).toBeVisible();
    lines()[0]!.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(focused).toBe('A-3');
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('A-1000');
    await userEvent.keyboard('{PageUp}');
    await expect.poll(() => Number(focused()?.slice(2))).toBeLessThan(995);
    await userEvent.keyboard('{Home}');
    await expect.poll(focused).toBe('A-1');
    // one stop of Tab for the whole table body
    expect(lines().filter((line) => line.tabIndex === 0)).toHaveLength(1);
  });

  test('a key that comes right behind J is for its row', async () => {
    const looked: string[] = [];
    show(<Table name="swift" onPanel={(id) => looked.push(id)} />);
    await expect.element(page.getByRole('link', { name: 'A-1', exact: true })).toBeVisible();
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('j');
    // React has heard of it, and most likely no frame was drawn
    await new Promise((done) => setTimeout(done));
    press(' ');
    expect(looked).toEqual(['A-1']);
  });

  test('a press on the free area of a row looks at it, one on its link does not', async () => {
    const looked: string[] = [];
    show(<Table name="press" onPanel={(id) => looked.push(id)} />);
    await page.getByText('Latte 2').click();
    await expect.poll(() => looked).toEqual(['A-2']);
    await page.getByRole('link', { name: 'A-3' }).click();
    expect(looked).toEqual(['A-2']);
  });

  test('rows that wait are offered in words', async () => {
    let asked = 0;
    show(<Table name="fresh" fresh={3} onShowFresh={() => (asked += 1)} gone={new Set(['A-2'])} />);
    await page.getByRole('button', { name: '3 new – show' }).click();
    expect(asked).toBe(1);
    await expect.element(page.getByRole('row', { name: /^A-2 / })).toHaveClass('record-gone');
  });

  test('the whole cell of a box is pressed, and chooses the row without opening it', async () => {
    const panels: string[] = [];
    const chosen: string[][] = [];
    show(
      <Table
        name="cells"
        count={3}
        onPanel={(id) => panels.push(id)}
        selection={new Set()}
        onSelection={(selection) => chosen.push([...selection])}
      />,
    );
    await expect.element(page.getByRole('link', { name: 'A-1', exact: true })).toBeVisible();
    const cell = document.querySelector('td.record-select')?.getBoundingClientRect() ?? new DOMRect();
    for (const [x, y] of [
      [cell.left + 1, cell.top + 1],
      [cell.right - 1, cell.bottom - 2],
    ] as const)
      (document.elementFromPoint(x, y) as HTMLElement).click();
    expect(panels).toEqual([]);
    expect(chosen).toHaveLength(2);
    expect(cell.width, 'of a finger').toBeGreaterThanOrEqual(40);
  });
});

describe('columns', () => {
  test('those that are hidden come by their eye, in their order, and go again', async () => {
    show(<Table name="eyes" />);
    await expect.poll(headers).toEqual(['Order no.', 'Drink', 'Cups']);
    await page.getByRole('button', { name: 'Columns and row height' }).click();
    await page.getByRole('checkbox', { name: 'Note' }).click({ force: true });
    await expect.poll(headers).toEqual(['Order no.', 'Drink', 'Cups', 'Note']);
    await page.getByRole('checkbox', { name: 'Drink' }).click({ force: true });
    await expect.poll(headers).toEqual(['Order no.', 'Cups', 'Note']);
    await page.getByRole('button', { name: 'Reset to default' }).click();
    await expect.poll(headers).toEqual(['Order no.', 'Drink', 'Cups']);
  });

  test('one that is kept in sight stands behind the identity and sticks beside it', async () => {
    show(<Table name="pins" />);
    await page.getByRole('button', { name: 'Columns and row height' }).click();
    await page.getByRole('button', { name: 'Keep in sight: Cups' }).click();
    await expect.poll(headers).toEqual(['Order no.', 'Cups', 'Drink']);
    const [identity, cups, drink] = [...document.querySelectorAll<HTMLElement>('tbody tr:first-child td')];
    expect(identity?.style.getPropertyValue('--pin')).toBe('0px');
    expect(cups?.style.getPropertyValue('--pin')).toBe(widthOf('Order no.'));
    expect([cups, drink].map((cell) => cell?.classList.contains('record-pin-start'))).toEqual([true, false]);
  });

  test('widths change by a drag and by keys, within bounds, and are kept', async () => {
    const onSort = () => undefined;
    const sortable = COLUMNS.map((one) => ({ ...one, sort: one.key }));
    show(<Table name="widths" columns={sortable} onSort={onSort} />);
    const drink = page.getByRole('columnheader', { name: 'Drink' });
    await expect.element(drink).toBeVisible();
    const before = Number.parseInt(widthOf('Drink') ?? '', 10);
    drink.getByRole('button').element().focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await expect.poll(() => widthOf('Drink')).toBe(`${before + 32}px`);
    const grip = drink.element().querySelector<HTMLElement>('.record-resize')!;
    const { x, y } = grip.getBoundingClientRect();
    const at = (type: string, clientX: number) =>
      grip.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, clientY: y, bubbles: true }));
    grip.setPointerCapture = () => undefined;
    at('pointerdown', x);
    at('pointermove', x - 2_000);
    await expect.poll(() => widthOf('Drink')).toBe('56px');
    at('pointermove', x + 5_000);
    await expect.poll(() => widthOf('Drink')).toBe('800px');
    show(<Table name="widths" columns={sortable} onSort={onSort} />);
    await expect.poll(() => widthOf('Drink')).toBe('800px');
  });

  test('room that is left goes to columns that want it, and none is left empty', async () => {
    show(<Table name="room" />);
    await expect.element(table()).toBeVisible();
    const widths = () => ['Order no.', 'Drink', 'Cups'].map((title) => Number.parseInt(widthOf(title) ?? '', 10));
    await expect.poll(() => widths().reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(900);
    const { width } = table().element().getBoundingClientRect();
    expect(width).toBeGreaterThan(880);
  });
});
