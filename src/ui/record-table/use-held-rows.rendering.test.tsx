import { startTransition, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import { type HeldRowsHandle, useHeldRows } from './use-held-rows.ts';

interface Order {
  readonly orderNo: string;
  readonly cups: number;
}
const idOf = ({ orderNo }: Order): string => orderNo;
const first = { orderNo: 'A-1', cups: 1 };

let held: HeldRowsHandle<Order>;
let answer: (rows: readonly Order[]) => void;

function Rows() {
  const [rows, setRows] = useState<readonly Order[]>([first]);
  held = useHeldRows(rows, { view: 'all', idOf, holds: true });
  answer = setRows;
  return (
    <p>
      {held.rows.map(({ orderNo, cups }) => `${orderNo} ${cups}`).join(', ')}; {held.fresh} wait
    </p>
  );
}

test('rows that wait are shown when asked for, even while a change of another row is still on its way', async () => {
  show(<Rows />);
  await expect.element(page.getByText('A-1 1; 0 wait')).toBeVisible();
  startTransition(() => void held.patch('A-1', { cups: 2 }));
  flushSync(() => answer([{ orderNo: 'A-2', cups: 5 }, first]));
  expect(held.fresh).toBe(1);
  held.show();
  await expect.element(page.getByText('A-2 5, A-1 1; 0 wait')).toBeVisible();
});
