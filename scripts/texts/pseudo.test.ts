import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { pseudoPack, pseudoText } from './pseudo.ts';

test('letters get accents and a third more room; the brackets show where a text ends', () => {
  expect(pseudoText('Orders')).toBe('[Öŕðéŕš~~~]');
  expect(pseudoText('Nothing matches these filters')).toBe('[Ñöţĥîñĝ ɱåţçĥéš ţĥéšé ƒîļţéŕš~~~~~~ ~~~~]');
});

test('what ICU reads stays as it is, so the text still counts and fills in', () => {
  const text = pseudoText('{count, plural, one {# row of {name}} other {# rows}}, {at, date, short}');
  expect(text).toMatch(/^\[\{count, plural, one \{# .*\{name\}.*\} other \{# .*\}\}, \{at, date, short\}\]$/);
  const shown = new IntlMessageFormat('{count, plural, one {# row of {name}} other {# rows}}', 'en-US');
  const pseudo = new IntlMessageFormat(pseudoText('{count, plural, one {# row of {name}} other {# rows}}'), 'en-US');
  expect(shown.format({ count: 1, name: 'Oslo' })).toBe('1 row of Oslo');
  expect(pseudo.format({ count: 1, name: 'Oslo' })).toBe('[1 ŕöŵ öƒ~~ Oslo]');
});

test('a pack keeps its keys', () => {
  expect(pseudoPack({ a: 'Save', b: { c: 'Undo' } })).toEqual({ a: '[Šåṽé~~]', b: { c: '[Ûñðö~~]' } });
});
