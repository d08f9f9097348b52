import { beforeEach, expect, test, vi } from 'vitest';
import { TestStorage } from '#platform/storage/web/test-storage.ts';
import { dropTexts, keepText, keptTexts, MOST_KEPT } from './edit-history.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', new TestStorage());
});

test('the newest sixteen texts of a code are kept, newest first', () => {
  for (let at = 1; at <= MOST_KEPT + 4; at++) keepText('oss', `{"n":${at}}`, at);
  const kept = keptTexts('oss');
  expect(kept).toHaveLength(16);
  expect(kept[0]).toEqual({ text: '{"n":20}', at: 20 });
  expect(kept.at(-1)).toEqual({ text: '{"n":5}', at: 5 });
  expect(keptTexts('sms')).toEqual([]);
});

test('a text that comes again moves to the front instead of standing twice', () => {
  keepText('oss', 'a', 1);
  keepText('oss', 'b', 2);
  keepText('oss', 'a', 3);
  expect(keptTexts('oss')).toEqual([
    { text: 'a', at: 3 },
    { text: 'b', at: 2 },
  ]);
});

test('they lie under the name of the specification, without an end', () => {
  keepText('oss', 'a', 1);
  expect(JSON.parse(localStorage.getItem('pro__enhance_oss')!)).toEqual({
    value: [{ text: 'a', at: 1 }],
    expire: null,
  });
});

test('what is in another form is left out', () => {
  localStorage.setItem('pro__enhance_oss', '{"value":[{"text":"a","at":1},{"text":5},null,"x"],"expire":null}');
  expect(keptTexts('oss')).toEqual([{ text: 'a', at: 1 }]);
  localStorage.setItem('pro__enhance_oss', '{"value":"x","expire":null}');
  expect(keptTexts('oss')).toEqual([]);
});

test('a logout forgets all of them and nothing else', () => {
  keepText('oss', 'a', 1);
  keepText('sms', 'b', 1);
  localStorage.setItem('pro__LANGUAGE', '{"value":"zh-CN","expire":null}');
  dropTexts();
  expect(keptTexts('oss')).toEqual([]);
  expect(Object.keys(localStorage)).toEqual(['pro__LANGUAGE']);
});
