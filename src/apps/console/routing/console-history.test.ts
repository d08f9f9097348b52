import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askBeforeLeaving, type ConsoleHistory, createConsoleHistory } from './console-history.ts';

let history: ConsoleHistory;
let shown: string[];
let stop: () => void;
beforeEach(() => {
  history = createConsoleHistory(
    createMemoryHistory({ initialEntries: ['/a', '/b'], initialIndex: 1, v5Compat: true }),
  );
  shown = [];
  stop = history.listen(({ location, action }) => shown.push(`${action} ${location.pathname}`));
});
afterEach(() => stop());

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('nobody asked, pages follow one another', () => {
  history.push('/c?x=1', { from: 'b' });
  expect(history.location).toMatchObject({ pathname: '/c', search: '?x=1', state: { from: 'b' } });
  history.replace('/d');
  history.go(-1);
  expect(shown).toEqual(['PUSH /c', 'REPLACE /d', 'POP /b']);
});

test.each([true, false])('a link and the way back wait for the answer %s', async (may) => {
  const asked: string[] = [];
  let isAsked = true;
  const forget = askBeforeLeaving((from, to) => {
    if (!isAsked || from === to) return undefined;
    asked.push(`${from} ${to}`);
    return Promise.resolve(may).finally(() => {
      isAsked = !may;
    });
  });
  history.push({ pathname: '/c' });
  expect(shown).toEqual([]);
  await settled();
  expect(shown).toEqual(may ? ['PUSH /c'] : []);
  isAsked = true;
  const here = history.location.pathname;
  history.go(-1);
  // the address is that of the page on screen while its reader makes up his mind
  expect(history.location.pathname).toBe(here);
  await settled();
  expect(shown).toEqual(may ? ['PUSH /c', 'POP /b'] : []);
  expect(asked).toEqual(may ? ['/b /c', '/c /b'] : ['/b /c', '/b /a']);
  forget();
  history.push('/e');
  expect(shown.at(-1)).toBe('PUSH /e');
});

test('another state of the same page is nobody’s business', () => {
  const forget = askBeforeLeaving((from, to) => (from === to ? undefined : Promise.resolve(false)));
  history.push('?tab=2');
  expect(shown).toEqual(['PUSH /b']);
  forget();
});
