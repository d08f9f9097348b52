import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import ImportPage from './import-page.tsx';

test('who does not want to import after all finds the way back to the list', async () => {
  const { address } = show(
    <ImportPage
      kind="robots"
      title="Import robots"
      columns={[{ key: 'imei', label: 'IMEI' }]}
      intro="One row each."
      limits={{ rows: 1_000, bytes: 1_000_000 } as never}
      check={() => Promise.reject(new Error('not asked'))}
      list={{ to: '/devices/robots', label: 'To the robots' }}
    />,
    '/devices/robots/import',
  );
  await page.getByRole('link', { name: 'To the robots' }).click();
  await expect.poll(address).toBe('/devices/robots');
});
