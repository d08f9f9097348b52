import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, Refused, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { schedulingEndpoints } from '../contract/endpoints.ts';
import { scheduling } from './index.ts';

let product: TestServer;
let anybody: Caller;
beforeAll(async () => {
  product = await startTestServer({ slices: [scheduling] });
  anybody = await (await product.newTenant()).staff([]);
});
afterAll(() => product.stop());

const ask = (request: Parameters<typeof product.call<typeof schedulingEndpoints.nextRuns>>[1], caller = anybody) =>
  product.call(schedulingEndpoints.nextRuns, request, caller);

describe('the next runs of an expression', () => {
  test('are given in the zone, with offset, over a clock change', async () => {
    const answer = await ask({
      expression: '0 30 2 * * *',
      timeZone: 'Europe/Oslo',
      after: '2027-03-27T12:00:00Z',
      count: 2,
    });
    expect(answer).toEqual({
      expression: '0 30 2 * * ?',
      runs: ['2027-03-28T03:00:00+02:00', '2027-03-29T02:30:00+02:00'],
    });
  });

  test('are ten from now on, unless asked otherwise', async () => {
    const { runs } = await ask({ expression: '0 0 12 * * ?', timeZone: 'UTC' });
    expect(runs).toHaveLength(10);
    const untilFirst = new Date(runs[0] ?? 0).getTime() - product.services.clock.now().getTime();
    expect(untilFirst).toBeGreaterThan(-1000);
    expect(untilFirst).toBeLessThanOrEqual(24 * 3_600_000);
  });

  test('are none when the year is over, or the day never comes', async () => {
    for (const expression of ['0 0 12 * * ? 2026', '0 0 12 31 2 ?']) {
      expect(await ask({ expression, timeZone: 'UTC', after: '2027-01-01T00:00:00Z' })).toMatchObject({ runs: [] });
    }
  });

  test.each(['1900-01-02T00:00:00Z', '9998-12-01T23:59:59Z'])(
    'are also given for the odd instant %s',
    async (after) => {
      expect(
        (await ask({ expression: '0 0 12 * * ?', timeZone: 'Europe/Oslo', after })).runs.length,
      ).toBeGreaterThanOrEqual(0);
    },
  );
});

describe('a wrong expression is a refusal that names the field', () => {
  test.each([
    ['0 0 25 * * ?', 'cron.hours-invalid', 'Hours'],
    ['0 0 8 ? * 8', 'cron.week-invalid', 'Week'],
    ['0 0 8 * * ? 1900', 'cron.year-invalid', 'Year'],
    ['0 0 8 1 * MON', 'cron.day-or-week', 'Set either day or week'],
    ['* * * * *', 'cron.field-count', '5'],
    ['', 'cron.field-count', '0'],
  ])('%j: %s', async (expression, problem, words) => {
    const refusal = await ask({ expression, timeZone: 'UTC' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    const { answer } = refusal as Refused;
    expect(answer).toMatchObject({ status: 200, body: { success: false, code: '422', problem, result: null } });
    expect(answer.body.message).toContain(words);
    expect(answer.body.faults).toMatchObject([{ path: 'expression' }]);
  });

  test('in the language of the caller', async () => {
    const chinese = { ...anybody, language: 'zh-CN' };
    await expect(ask({ expression: '0 0 25 * * ?', timeZone: 'UTC' }, chinese)).rejects.toThrow('时：“25”无效');
  });
});

describe('the call itself', () => {
  const path = '/api/sys/cron/nextRuns';
  const good = 'expression=0%200%2012%20*%20*%20%3F&timeZone=UTC';

  test.each([
    ['an unknown zone', `${path}?expression=0&timeZone=Mars%2FOlympus`, 'timeZone'],
    ['a fixed offset as zone', `${path}?expression=0&timeZone=%2B02:00`, 'timeZone'],
    ['no zone', `${path}?expression=0`, 'timeZone'],
    ['no expression', `${path}?timeZone=UTC`, 'expression'],
    ['an instant without zone', `${path}?${good}&after=2027-01-01`, 'after'],
    ['too many runs', `${path}?${good}&count=101`, 'count'],
    ['no runs', `${path}?${good}&count=0`, 'count'],
    ['an unknown field', `${path}?${good}&zone=UTC`, 'zone'],
  ])('%s is malformed, and the fault named', async (_title, url, fault) => {
    const answer = await product.send('GET', url, undefined, anybody);
    expect(answer).toMatchObject({ status: 400, body: { success: false, faults: [{ path: fault }] } });
  });

  test('numbers may come as text, and _t is no field', async () => {
    const answer = await product.send('GET', `${path}?${good}&count=3&_t=1700000000`, undefined, anybody);
    expect((answer.body.result as { runs: string[] }).runs).toHaveLength(3);
  });

  test('a stranger is refused', async () => {
    expect((await product.send('GET', `${path}?${good}`)).status).toBe(401);
  });
});
