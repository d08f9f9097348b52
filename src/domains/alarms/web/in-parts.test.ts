import { expect, test } from 'vitest';
import { CallError } from '#platform/http/web/call-error.ts';
import { inParts } from './in-parts.ts';

const ids = Array.from({ length: 450 }, (_, at) => `alarm ${at}`);
const over = new CallError({ kind: 'refusal', status: 200, code: '409', message: 'This alarm is already over' });
const away = new CallError({ kind: 'network', status: 0, code: '0', message: 'No connection' });
/** Each part answers, or fails, in its turn. */
const answers = (...parts: (number | CallError)[]) => {
  const sent: number[] = [];
  const work = async (_: string[], from: number) => {
    sent.push(from);
    const answer = parts[sent.length - 1];
    if (answer instanceof CallError) throw answer;
    return { changed: answer ?? 0 };
  };
  return { sent, work };
};

test('a large selection goes in parts of 200, and none is left out', async () => {
  const sent: string[][] = [];
  const done = await inParts(ids, async (part) => {
    sent.push(part);
    return { changed: part.length };
  });
  expect(sent.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(sent.flat()).toEqual(ids);
  expect(done).toEqual({ changed: 450 });
});

test('a part for which it is too late stops no other', async () => {
  const { sent, work } = answers(200, over, 50);
  expect(await inParts(ids, work)).toEqual({ changed: 250 });
  expect(sent).toEqual([0, 200, 400]);
});

test('where all are refused it is a refusal', async () => {
  await expect(inParts(ids, answers(over, over, over).work)).rejects.toBe(over);
});

test('what may have come about stops, for the same question once more', async () => {
  const { sent, work } = answers(200, away, 50);
  await expect(inParts(ids, work)).rejects.toBe(away);
  expect(sent).toEqual([0, 200]);
});
