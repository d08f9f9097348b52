import { afterEach, expect, test } from 'vitest';
import { toast, useToasts } from './toast-store.ts';

afterEach(() => useToasts.setState({ toasts: [] }));
const shown = () => useToasts.getState().toasts;

test('a notification stays for 4 s, an offered undo for 10 s', () => {
  toast.error({ title: 'System notice', description: 'Access denied' });
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
