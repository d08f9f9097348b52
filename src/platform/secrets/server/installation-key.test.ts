import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { requireKeyOfInstallation, WRONG_KEY } from './installation-key.ts';
import { openSecrets } from './secrets.ts';

const KEY = 'a-master-key-of-tests-0123456789-abcdef';
let database: Database;
beforeAll(async () => {
  database = openDatabase(await cloneDatabase(), () => undefined);
});
afterAll(() => database.close());

const isKey = (key: string): Promise<boolean> =>
  requireKeyOfInstallation({ database, secrets: openSecrets(key) }).then(
    () => true,
    (error: Error) => {
      if (error.message !== WRONG_KEY) throw error;
      return false;
    },
  );

test('the key of the first start is that of the installation, wherever two begin at once; another one is not', async () => {
  const first = await Promise.all([isKey(KEY), isKey(`${KEY}!`)]);
  expect(first.toSorted()).toEqual([false, true]);
  const [right, wrong] = first[0] ? [KEY, `${KEY}!`] : [`${KEY}!`, KEY];
  expect([await isKey(right), await isKey(wrong), await isKey(right)]).toEqual([true, false, true]);
});
