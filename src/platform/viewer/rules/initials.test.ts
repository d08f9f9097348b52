import { expect, test } from 'vitest';
import { initialsOf, initialsPicture, isGeneratedPicture, pictureOf, tintOf } from './initials.ts';

test.each([
  ['Ingrid Aasen', 'IA'],
  ['ola', 'O'],
  ['Åse  Marie Øverland ', 'ÅØ'],
  ['王芳', '王芳'],
  ['欧阳娜娜', '娜娜'],
  ['', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a name has one tint of those there are', () => {
  expect(tintOf('Ingrid Aasen', 6)).toBe(tintOf('Ingrid Aasen', 6));
  for (const name of ['', 'a', '王芳', 'x'.repeat(500)]) expect(tintOf(name, 6)).toBeLessThan(6);
});

test('who has no picture has one of the initials', () => {
  expect(pictureOf({ avatar: '', realname: 'Ingrid Aasen' })).toBe('initials/IA.svg');
  expect(pictureOf({ avatar: '', realname: '王芳' })).toBe('initials/%E7%8E%8B%E8%8A%B3.svg');
  expect(pictureOf({ avatar: '', realname: '' })).toBe('initials/%3F.svg');
  expect(isGeneratedPicture(pictureOf({ avatar: '', realname: '/ <' }))).toBe(true);
  const own = pictureOf({ avatar: '1000/avatar/a.png', realname: 'Ingrid Aasen' });
  expect([own, isGeneratedPicture(own)]).toEqual(['1000/avatar/a.png', false]);
});

test('the picture of initials shows them, and is nothing but a picture', () => {
  expect(initialsPicture('IA')).toContain('>IA</text>');
  expect(initialsPicture('<&')).toContain('>&lt;&amp;</text>');
  expect(initialsPicture('IA')).toBe(initialsPicture('IA'));
});
