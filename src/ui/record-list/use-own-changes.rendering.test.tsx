import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import { useHeldRows } from '../record-table/use-held-rows.ts';
import { useOwnChanges } from './use-own-changes.ts';

interface Spot {
  readonly id: string;
}
const idOf = ({ id }: Spot): string => id;

let answer: (rows: readonly Spot[]) => void;
let saved: () => Promise<void>;

function Spots() {
  const [rows, setRows] = useState<readonly Spot[]>([{ id: 'Oslo' }]);
  const held = useHeldRows(rows, { view: 'all', idOf, holds: true });
  answer = setRows;
  saved = useOwnChanges({ namespace: 'spots', ...held, showFresh: held.show });
  return (
    <p>
      {held.rows.map(idOf).join(', ')}; {held.fresh} wait
    </p>
  );
}

const bergenCame = () => answer([{ id: 'Bergen' }, { id: 'Oslo' }]);

test('what the reader added is seen at once, whichever comes first: the answer to his save or the word of the stream', async () => {
  show(<Spots />);
  await expect.element(page.getByText('Oslo; 0 wait')).toBeVisible();
  bergenCame();
  await expect.element(page.getByText('Oslo; 1 wait')).toBeVisible();
  await saved();
  await expect.element(page.getByText('Bergen, Oslo; 0 wait')).toBeVisible();
});

test('the word of the stream behind the answer finds the list ready', async () => {
  show(<Spots />);
  await expect.element(page.getByText('Oslo; 0 wait')).toBeVisible();
  await saved();
  bergenCame();
  await expect.element(page.getByText('Bergen, Oslo; 0 wait')).toBeVisible();
});

test('what others add waits', async () => {
  show(<Spots />);
  await expect.element(page.getByText('Oslo; 0 wait')).toBeVisible();
  bergenCame();
  await expect.element(page.getByText('Oslo; 1 wait')).toBeVisible();
});

test('what others add waits also when the reader saved something that brought no row', async () => {
  show(<Spots />);
  await expect.element(page.getByText('Oslo; 0 wait')).toBeVisible();
  await saved();
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  try {
    bergenCame();
    await expect.element(page.getByText('Oslo; 1 wait')).toBeVisible();
  } finally {
    clock.mockRestore();
  }
});
