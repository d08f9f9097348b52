// What an office of people sees of two servers: jobs that run once, announcements at every desk, and figures of both.
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMosquitto } from '../src/platform/device-gateway/server/test-mosquitto.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { asStaff, type Pair, startPair } from './start-pair.ts';
import { type Place, stopCustomers } from './start-product.ts';
import { insist } from './storefront-client.ts';

const TENANT = '1000';
const installed = findMosquitto();
/** A step that must be seen at once: a promise of the product, and generous to a busy machine. */
const SOON = { timeout: 10_000, interval: 50 };

interface Run {
  readonly slot: string;
  readonly outcome: 'waiting' | 'running' | 'done' | 'failed' | 'skipped';
  readonly server: string;
}

describe.runIf(installed)('an office of two servers', () => {
  let pair: Pair;
  let admin: Record<string, string>;
  let manager: Record<string, string>;
  beforeAll(async () => {
    pair = await startPair(installed!);
    await stopCustomers(pair.first.product.control);
    admin = await asStaff(pair.first.product, 'admin', TENANT);
    manager = await asStaff(pair.first.product, 'manager', TENANT);
  });
  afterAll(() => pair?.stop());

  const ask = async <T>(at: Place, path: string, body?: unknown, headers = manager): Promise<T> => {
    const answer = await insist<T>(`${at.product.url}/api${path}`, headers, body);
    expect(answer.success, answer.message).toBe(true);
    return answer.result;
  };

  test('the monitor pages show the figures of each server, as its own metrics do, and what is slow', async () => {
    const route = '/api/sys/cron/nextRuns';
    const times = [
      [pair.first, 7],
      [pair.second, 3],
    ] as const;
    for (const [at, count] of times)
      for (let call = 0; call < count; call += 1)
        await ask(at, '/sys/cron/nextRuns?expression=0%200%208%20*%20*%20%3F&timeZone=Europe%2FOslo');
    await slowly('select * from supplier', () =>
      insist(`${pair.first.product.url}/sos-backend/provider/api/page`, manager, {}),
    );

    const counted = async (at: Place): Promise<number> => {
      const port = new URL(at.product.url).port;
      const { servers } = await ask<{ servers: { id: string; name: string }[] }>(
        pair.second,
        '/sys/monitor/readings',
        undefined,
        admin,
      );
      const server = servers.find(({ name }) => name.endsWith(`:${port}`));
      if (!server) return 0;
      type Figures = { route: string; count: number };
      const routes = await ask<Figures[]>(pair.second, `/sys/monitor/routes?serverId=${server.id}`, undefined, admin);
      return routes.find((one) => one.route === route)?.count ?? 0;
    };
    for (const [at, count] of times) {
      // each server says what it did every few seconds, and any of them shows it
      await expect.poll(() => counted(at), { timeout: 60_000, interval: 1_000 }).toBe(count);
      const metrics = await (await fetch(`${at.product.url}/metrics`)).text();
      const line = metrics
        .split('\n')
        .find((one) => one.startsWith('http_request_duration_seconds_count') && one.includes(`route="${route}"`));
      expect(Number(line?.split(' ').at(-1))).toBe(count);
    }
    const slow = async () => {
      const { statements } = await ask<{ statements: { text: string }[] }>(
        pair.second,
        '/sys/monitor/database',
        undefined,
        admin,
      );
      return statements.map(({ text }) => text).filter((text) => text.includes('supplier'));
    };
    await expect.poll(slow, { timeout: 60_000, interval: 1_000 }).not.toEqual([]);
  }, 180_000);

  /** While `work` runs, the table of the statement answers nobody for two seconds. */
  async function slowly(statement: string, work: () => Promise<unknown>): Promise<void> {
    const client = new pg.Client({ connectionString: pair.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(`lock table ${statement.split(' from ')[1]} in access exclusive mode`);
      const done = work();
      await client.query('select pg_sleep(2)');
      await client.query('commit');
      await done;
    } finally {
      await client.end();
    }
  }

  test('an announcement stands on three open consoles at once, in the language of each, and is gone as soon as it is revoked', async () => {
    const desks = [
      { at: pair.first, username: 'manager', language: 'en-US', chosen: /Nordic Coffee/, title: 'Power off at noon' },
      { at: pair.second, username: 'operator', language: 'zh-CN', chosen: 'Field service', title: '中午停电' },
      { at: pair.second, username: 'clerk', language: 'en-US', chosen: null, title: 'Power off at noon' },
    ] as const;
    let browser: Browser | undefined;
    try {
      browser = await openBrowser();
      const visits: Visit[] = [];
      for (const { at, username, language, chosen } of desks) {
        const visit = await openPage(browser, { language });
        await logIn(visit.page, at.product, { username, tenant: chosen });
        visits.push(visit);
        // what shows them is there
        await visit.page.locator('.announcement-banner').waitFor({ state: 'attached' });
      }
      const ids = await peopleOf(['manager', 'operator', 'clerk']);
      const { id } = await ask<{ id: string }>(pair.first, '/sys/annountCement/add', {
        ...{ titile: 'Power off at noon', titileZh: '中午停电', priority: 'H', msgType: 'USER' },
        userIds: ids,
      });
      const isShown = () =>
        Promise.all(
          visits.map(async ({ page }, place) => {
            const text = await page.locator('.announcement-banner').innerText();
            return text.includes(desks[place]?.title ?? '');
          }),
        );
      await ask(pair.first, `/sys/annountCement/doReleaseData?id=${id}`);
      await expect.poll(isShown, SOON).toEqual([true, true, true]);
      await ask(pair.second, `/sys/annountCement/doReovkeData?id=${id}`);
      await expect.poll(isShown, SOON).toEqual([false, false, false]);
      expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
    } finally {
      await browser?.close();
    }
  }, 240_000);

  async function peopleOf(usernames: readonly string[]): Promise<string[]> {
    const { records } = await ask<{ records: { id: string; username: string }[] }>(
      pair.first,
      '/sys/user/list?pageSize=100',
    );
    return usernames.map((username) => records.find((one) => one.username === username)!.id);
  }

  test('a job runs once for each slot, on and on after both servers were killed, and through a change of the clocks', async () => {
    const { id } = await ask<{ id: string }>(pair.first, '/sys/quartzJob/add', {
      ...{ description: 'Every five seconds', cronExpression: '*/5 * * * * ?', jobClassName: 'file-cleanup' },
      ...{ parameter: '{"days":7}', status: 0 },
    });
    const runs = async (): Promise<Run[]> => {
      const page = await ask<{ records: Run[] }>(pair.first, `/sys/quartzJob/runs?id=${id}&pageSize=100`);
      return page.records.toReversed();
    };
    const ended = async () => (await runs()).filter(({ outcome }) => outcome === 'done').length;
    await expect.poll(ended, { timeout: 60_000, interval: 500 }).toBeGreaterThan(2);

    await Promise.all([pair.end('first', 'SIGKILL'), pair.end('second', 'SIGKILL')]);
    await pair.start('first');
    await pair.start('second');
    const before = await ended();
    await expect.poll(ended, { timeout: 120_000, interval: 500 }).toBeGreaterThan(before + 2);

    // the night in which Oslo's clocks go from two to three
    const night = { now: '2027-03-28T00:59:55Z' };
    for (const at of [pair.first, pair.second]) {
      const moved = await fetch(`${at.product.url}/api/test-controls/clock`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(night),
      });
      expect(moved.status).toBe(200);
    }
    manager = await asStaff(pair.first.product, 'manager', TENANT);
    const afterwards = async () =>
      (await runs()).filter(({ slot, outcome }) => slot >= '2027-03-28T01:00' && outcome === 'done').length;
    await expect.poll(afterwards, { timeout: 120_000, interval: 500 }).toBeGreaterThan(2);

    const all = await runs();
    expect(new Set(all.map(({ slot }) => slot)).size).toBe(all.length);
    // one that was cut short says so; every other one did its work, or says that the one before was still at it
    expect(all.slice(0, -2).filter(({ outcome }) => outcome === 'waiting')).toEqual([]);
    expect(all.filter(({ outcome }) => outcome === 'failed').length).toBeLessThanOrEqual(1);
    const inTheNight = all.map(({ slot }) => Date.parse(slot)).filter((slot) => slot >= Date.parse(night.now));
    for (const [place, slot] of inTheNight.slice(1).entries()) expect(slot - (inTheNight[place] ?? 0)).toBe(5_000);
    await ask(pair.first, `/sys/quartzJob/pause?id=${id}`);
  }, 400_000);
});
