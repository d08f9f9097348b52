import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { seedAccess } from '../../../db/seed/seed-access.ts';
import { type DemoHints, noteSimulator } from './demo-hints.ts';

const PASSWORD = 'Fjell#Vann-83';
let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ env: { DEMO: 'on', DEMO_PASSWORD: PASSWORD, ADMIN_PASSWORD: PASSWORD } });
  await seedAccess(product.services, declaredCatalogue([]));
});
afterAll(() => product?.stop());

async function hints(): Promise<DemoHints> {
  const answer = await product.send('GET', '/config.json');
  expect(answer.text).not.toContain(PASSWORD);
  return (answer.body as unknown as { demoHints: DemoHints }).demoHints;
}

test('a demo names its accounts and what they are for, in both languages', async () => {
  const { accounts } = await hints();
  expect(accounts.map(({ username }) => username)).toEqual(['manager', 'operator', 'clerk', 'manager.cn', 'admin']);
  for (const { what, whatZh } of accounts) {
    expect(what).toMatch(/^[A-Za-z ]+$/);
    expect(whatZh).toMatch(/^\p{Script=Han}+$/u);
  }
});

test('who was disabled is not offered', async () => {
  const setStatus = (status: number) =>
    product.services.database.identity((db) =>
      db.updateTable('staff_user').set({ status }).where('username', '=', 'clerk').execute(),
    );
  await setStatus(0);
  expect((await hints()).accounts.map(({ username }) => username)).not.toContain('clerk');
  await setStatus(1);
  expect((await hints()).accounts.map(({ username }) => username)).toContain('clerk');
});

test('the simulator is named once it answers', async () => {
  expect((await hints()).simulatorUrl).toBeNull();
  noteSimulator(product.services, 'http://127.0.0.1:12112');
  expect((await hints()).simulatorUrl).toBe('http://127.0.0.1:12112');
});
