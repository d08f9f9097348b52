import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { Problem } from '#platform/problems/server/raise.ts';
import { hashSlots } from './hash-slots.ts';
import { passwordHasher } from './password-hash.ts';

const peppered = (key: string) =>
  passwordHasher((password) => createHmac('sha256', key).update(password).digest(), hashSlots());

test('the stored text is argon2id with 19 MiB, 2 passes, 1 lane, 16 bytes of salt and a tag of 32', async () => {
  const stored = await peppered('pepper').hash('Tr4m&Fjord');
  const [, algorithm, version, cost, salt = '', tag = ''] = stored.split('$');
  expect([algorithm, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(Buffer.from(salt, 'base64')).toHaveLength(16);
  expect(Buffer.from(tag, 'base64')).toHaveLength(32);
});

test('the right password matches, another password or another pepper does not', async () => {
  const stored = await peppered('pepper').hash('Tr4m&Fjord');
  expect(await peppered('pepper').check('Tr4m&Fjord', stored)).toEqual({ matches: true, isOutdated: false });
  expect(await peppered('pepper').check('Tr4m&fjord', stored)).toMatchObject({ matches: false });
  expect(await peppered('other').check('Tr4m&Fjord', stored)).toMatchObject({ matches: false });
});

test('no part of a long password is cut off', async () => {
  const long = `Aa1!${'x'.repeat(200)}`;
  const stored = await peppered('pepper').hash(long);
  expect(await peppered('pepper').check(`${long.slice(0, -1)}y`, stored)).toMatchObject({ matches: false });
});

test('what is no stored password, or none at all, matches nothing', async () => {
  for (const stored of [undefined, '', 'none', '$argon2id$v=19$m=1,t=1,p=1$$', '$2b$12$abcdefghijklmnopqrstuv']) {
    expect(await peppered('pepper').check('Tr4m&Fjord', stored)).toEqual({ matches: false, isOutdated: false });
  }
});

test('eight run at once, 64 wait, the next one is refused and may come again', async () => {
  const slots = hashSlots(8, 64);
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 5));
    running--;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 73 }, () => slots.run(work)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(most).toBe(8);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toBeInstanceOf(Problem);
  expect(refused[0]?.reason).toMatchObject({ code: 'server.busy', retryAfterSeconds: 1 });
  await expect(slots.run(async () => 'free again')).resolves.toBe('free again');
});

test('a failure gives its slot back', async () => {
  const slots = hashSlots(1, 0);
  await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(slots.run(async () => 1)).resolves.toBe(1);
});
