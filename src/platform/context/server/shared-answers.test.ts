import { expect, test } from 'vitest';
import { SharedAnswers } from './shared-answers.ts';

const setUp = () => {
  const clock = { at: 0 };
  const asked: string[] = [];
  const answers = new SharedAnswers<number>({ forMs: 100, isDear: (answer) => answer >= 10 }, () => clock.at);
  const get = (key: string, answer: number) =>
    answers.get(key, async () => {
      asked.push(key);
      return answer;
    });
  return { clock, asked, answers, get };
};

test('a dear answer is shared for a while, a cheap one never', async () => {
  const { clock, asked, get } = setUp();
  expect([await get('large', 10), await get('large', 11)]).toEqual([10, 10]);
  clock.at = 100;
  expect(await get('large', 12)).toBe(12);
  expect([await get('small', 1), await get('small', 2)]).toEqual([1, 2]);
  expect(asked).toEqual(['large', 'large', 'small', 'small']);
});

test('nobody is given the answer of another key', async () => {
  const { get } = setUp();
  expect([await get('one', 10), await get('other', 20)]).toEqual([10, 20]);
});

test('who asks while an old answer is asked for anew waits for the same one', async () => {
  const { clock, asked, get } = setUp();
  await get('large', 10);
  clock.at = 200;
  expect(await Promise.all([get('large', 11), get('large', 12)])).toEqual([11, 11]);
  expect(asked).toHaveLength(2);
});

test('a question that fails is asked anew, and its old answer is given to nobody', async () => {
  const { clock, answers, get } = setUp();
  await get('large', 10);
  clock.at = 200;
  await expect(answers.get('large', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await get('large', 11)).toBe(11);
});

test('a fleet that became small is asked of anew', async () => {
  const { clock, get } = setUp();
  await get('large', 10);
  clock.at = 200;
  await get('large', 9);
  expect(await get('large', 8)).toBe(8);
});
