import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { CAPTCHA_SIGNS } from '../../rules/code-life.ts';
import { verification } from '../index.ts';
import { aKnownCaptcha } from '../test-captcha.ts';
import { takeCaptcha } from './captcha.ts';
import { GLYPHS } from './glyphs.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [verification], planDue: async () => 0 });
});
afterAll(() => product.stop());

const take = (given: { checkKey: string; captcha: string }, at = product.services.clock.now()) =>
  product.services.database.identity((db) => takeCaptcha(product.services, db, given, at));

test('every sign can be drawn', () => {
  expect(Object.keys(GLYPHS).sort()).toEqual([...CAPTCHA_SIGNS].sort());
});

test('the answer is a picture that no cache keeps, and another one each time', async () => {
  const fetchOne = async () => {
    const answer = await product.send('GET', `/api/sys/randomImage/${randomUUID()}`);
    expect(answer.headers['cache-control']).toContain('no-store');
    return String(answer.body.result);
  };
  const [one, two] = [await fetchOne(), await fetchOne()];
  expect(one).not.toBe(two);
  const image = Buffer.from(one.replace('data:image/png;base64,', ''), 'base64');
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 240, height: 80 });
  const { min, max } = (await sharp(image).stats()).channels[0]!;
  expect([min < 90, max > 200]).toEqual([true, true]);
});

test('the right characters count once, in either case', async () => {
  const known = await aKnownCaptcha(product);
  expect(await take(known)).toBe(true);
  expect(await take(known)).toBe(false);
});

test('a wrong answer uses the picture up', async () => {
  const known = await aKnownCaptcha(product);
  expect(await take({ ...known, captcha: 'WXYZ' })).toBe(false);
  expect(await take(known)).toBe(false);
});

test('a picture ends after two minutes, and with the next one under its key', async () => {
  const late = await aKnownCaptcha(product);
  expect(await take(late, new Date(product.services.clock.now().getTime() + 120_000))).toBe(false);
  const replaced = await aKnownCaptcha(product);
  await product.send('GET', `/api/sys/randomImage/${replaced.checkKey}`);
  expect(await take(replaced)).toBe(false);
});

test('the answer under another key is worth nothing', async () => {
  const [one, two] = [await aKnownCaptcha(product), randomUUID()];
  await product.send('GET', `/api/sys/randomImage/${two}`);
  expect(await take({ checkKey: two, captcha: one.captcha })).toBe(false);
});

test('an address range gets sixty pictures in ten minutes', async () => {
  const from = (remoteAddress: string) =>
    product.server.app.inject({ method: 'GET', url: `/api/sys/randomImage/${randomUUID()}`, remoteAddress });
  for (let time = 0; time < 60; time++) expect((await from(`198.51.100.${time}`)).statusCode).toBe(200);
  expect((await from('198.51.100.200')).statusCode).toBe(429);
});

test.each(['short', 'a'.repeat(65), '..%2F..%2Fetc', '%3Cscript%3E'])('the key %s is malformed', async (key) => {
  expect((await product.send('GET', `/api/sys/randomImage/${key}`)).status).toBe(400);
});

test('a check says whether the characters are right and leaves the picture; a wrong one uses it up', async () => {
  const check = async (given: object) => (await product.send('POST', '/api/sys/checkCaptcha', given)).body;
  const known = await aKnownCaptcha(product);
  expect(await check(known)).toMatchObject({ success: true });
  expect(await check(known)).toMatchObject({ success: true });
  expect(await take(known)).toBe(true);
  expect(await check(known)).toMatchObject({ success: false, problem: 'session.captcha-refused' });
  const other = await aKnownCaptcha(product);
  expect(await check({ ...other, captcha: 'WXYZ' })).toMatchObject({ problem: 'session.captcha-refused' });
  expect(await check(other)).toMatchObject({ problem: 'session.captcha-refused' });
  expect(await check({ captcha: 'ACDE' })).toMatchObject({ problem: 'request.malformed' });
});
