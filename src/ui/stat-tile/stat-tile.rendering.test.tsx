import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import { StatTile } from './stat-tile.tsx';

test('what it is compared with is named beside a figure alone', async () => {
  const tile = (title: string, now: number, before: number) => (
    <StatTile title={title} value={now} comparison={{ now, before, label: 'vs. yesterday' }} />
  );
  show(
    <>
      {tile('Orders', 6, 4)}
      {tile('Refunds', 0, 0)}
      {tile('Cups', 3, 0)}
    </>,
  );
  await expect.element(page.getByText('+50%')).toBeVisible();
  expect(page.getByText('vs. yesterday').elements()).toHaveLength(1);
});
