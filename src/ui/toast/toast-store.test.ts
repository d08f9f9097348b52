import { afterEach, expect, test } from 'vitest';
import { clearKept, toast, useToasts } from './toast-store.ts';

afterEach(() => useToasts.setState({ toasts: [], kept: [] }));
const shown = () => useToasts.getState().toasts;

test('a notification stays for 4 s, an offered undo for 10 s', () => {
  toast.error({ title: 'System tip', description: 'Access denied' });
  toast.success('Moved', { undo: () => undefined });
  expect(shown().map(({ lifeMs }) => lifeMs)).toEqual([4_000, 10_000]);
});

test('the same words again take the place of the first', () => {
  toast.warning('Too much');
  toast.info('Saved');
  toast.warning('Too much');
  expect(shown().map(({ title }) => title)).toEqual(['Saved', 'Too much']);
});

test('of many messages the last four are shown', () => {
  for (const n of [1, 2, 3, 4, 5]) toast.info(`Message ${n}`);
  expect(shown().map(({ title }) => title)).toEqual(['Message 2', 'Message 3', 'Message 4', 'Message 5']);
});

const kept = (): string[] => useToasts.getState().kept.map(({ title }) => title);

test('errors and changes that can be undone are kept when their message is gone; the rest is not', () => {
  const failed = toast.error({ title: 'Saving failed' });
  toast.success('Saved');
  toast.warning('Too long');
  const moved = toast.success('Moved', { undo: () => undefined });
  for (const id of [failed, moved]) toast.close(id);
  expect(shown().map(({ title }) => title)).toEqual(['Saved', 'Too long']);
  expect(kept()).toEqual(['Saving failed', 'Moved']);
  clearKept(moved);
  expect(kept()).toEqual(['Saving failed']);
});

test('the same failure is kept once, each change is kept for itself, and twenty are enough', () => {
  for (let number = 0; number < 25; number++) toast.error({ title: `Failure ${number}` });
  toast.error({ title: 'Failure 20' });
  expect(kept()).toHaveLength(20);
  expect(kept().filter((title) => title === 'Failure 20')).toHaveLength(1);
  for (const _ of [1, 2]) toast.success('View deleted', { undo: () => undefined });
  expect(kept().filter((title) => title === 'View deleted')).toHaveLength(2);
});
