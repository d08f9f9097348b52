import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import { PickCard } from './pick-card.tsx';

test('before a robot is ticked nothing is said to be taken along already', async () => {
  show(<PickCard stops={[]} />);
  await expect.element(page.getByText('Tick robots: what to take along then stands here.')).toBeVisible();
  show(<PickCard stops={[{ state: 'filled', materials: [] }]} />);
  await expect.element(page.getByText('Nothing to take along any more.')).toBeVisible();
});
