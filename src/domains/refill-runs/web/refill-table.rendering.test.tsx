import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { i18n } from '#platform/i18n/web/i18n.ts';
import { show } from '#platform/testing/web/show.tsx';
import type { RunMaterial } from '../contract/endpoints.ts';
import { RefillTable } from './refill-table.tsx';

const container = (name: string, level: number, specs = ''): RunMaterial => ({
  ...{ materialId: name, name, nameZh: '', unit: 'ml', specs, capacity: 8_000, level, lowMark: 0 },
  ...{ hoursToEmpty: null, filledAt: null },
});
const hall = [container('Milk', 0, '1 l bottle'), container('Water', 2_000)];
const library = [container('Milk', 6_000, '1 l bottle')];

async function table(packed: readonly string[]) {
  await i18n.loadNamespaces('refill-runs');
  show(
    <RefillTable
      label="Robots"
      rows={[
        { robotId: 'hall', head: 'Hall', materials: hall, isPacked: packed.includes('hall'), runsOut: 'now' },
        { robotId: 'library', head: 'Library', materials: library, isPacked: packed.includes('library') },
      ]}
    />,
  );
  await expect.element(page.getByRole('table')).toBeVisible();
  return page
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
}

test('each robot says once what it wants, and the last line what to pack for those that are chosen', async () => {
  expect(await table(['hall', 'library'])).toEqual([
    ['Robot', 'Runs out', 'Milk', 'Water'],
    ['Hall', 'now', '8,000 ml', '6,000 ml'],
    ['Library', '', '2,000 ml', ''],
    ['To take along', '10 × 1 l bottle', '6,000 ml'],
  ]);
});

test('what is not chosen is not packed', async () => {
  expect((await table(['library'])).at(-1)).toEqual(['To take along', '2 × 1 l bottle', '']);
});

test('before a robot is chosen there is nothing to pack', async () => {
  expect((await table([])).length).toBe(3);
});
