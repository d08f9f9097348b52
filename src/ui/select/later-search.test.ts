import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SEARCH_DELAY_MS, type Search, searchLater } from './later-search.ts';

let asked: string[] = [];
let heard: unknown[] = [];
const events = { found: (found: readonly string[]) => heard.push(found), failed: () => heard.push('failed') };
/** Answers each text after so many milliseconds. */
const slow =
  (ms: number): Search<string> =>
  (text) => {
    asked.push(text);
    return new Promise((done) => setTimeout(() => done([text]), ms));
  };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  asked = [];
  heard = [];
});

test('a text is asked for 800 ms after its last letter, and only then', async () => {
  searchLater('os', slow(0), SEARCH_DELAY_MS, events)();
  searchLater(' oslo ', slow(0), SEARCH_DELAY_MS, events);
  await vi.advanceTimersByTimeAsync(799);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['oslo']);
  expect(heard).toEqual([['oslo']]);
});

test('an answer that comes after a newer text is dropped', async () => {
  const giveUp = searchLater('old', slow(500), 0, events);
  await vi.advanceTimersByTimeAsync(100);
  giveUp();
  searchLater('new', slow(10), 0, events);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['old', 'new']);
  expect(heard).toEqual([['new']]);
});

test('a failure is told, that of a question given up is not', async () => {
  const refuses: Search<string> = async () => Promise.reject(new Error('away'));
  searchLater('a', refuses, 0, events);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['failed']);
  searchLater('b', refuses, 0, events)();
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['failed']);
});
