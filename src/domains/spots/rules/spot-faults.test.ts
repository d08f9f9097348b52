import { expect, test } from 'vitest';
import { spotFaults } from './spot-faults.ts';

const CONTACT = { name: 'Kari', phone: '', email: '', bySms: false, byEmail: false } as const;
const PLAIN = { splashPageType: 0, splashImage: '', latitude: null, longitude: null, contacts: [] } as const;

test.each([
  ['nothing said', {}, []],
  ['a place', { latitude: 59.9, longitude: 0 }, []],
  ['half a place', { latitude: 59.9 }, ['longitude spot.place-half']],
  ['the other half', { longitude: 10.7 }, ['latitude spot.place-half']],
  ['a splash page', { splashPageType: 1, splashImage: '1/splash/a.png' }, []],
  ['a splash page without its picture', { splashPageType: 2 }, ['splashImage spot.splash-image-missing']],
  ['a contact who is not called', { contacts: [CONTACT] }, []],
  [
    'a contact by both, of whom only the phone is known',
    { contacts: [{ ...CONTACT, bySms: true, byEmail: true, phone: '+4740000000' }] },
    [],
  ],
  [
    'contacts who cannot be called',
    {
      contacts: [
        { ...CONTACT, bySms: true, byEmail: true },
        { ...CONTACT, byEmail: true },
      ],
    },
    ['contacts.0.phone spot.contact-phone-missing', 'contacts.1.email spot.contact-email-missing'],
  ],
] as const)('%s', (_, more, expected) => {
  expect(spotFaults({ ...PLAIN, ...more }).map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
});

test('a contact who stays as he was hinders no save of something else', () => {
  const old = { ...CONTACT, bySms: true };
  expect(spotFaults({ ...PLAIN, contacts: [old] }, { contacts: [old] })).toEqual([]);
  const changed = { ...old, name: 'Ola' };
  expect(spotFaults({ ...PLAIN, contacts: [old, changed] }, { contacts: [old] })).toEqual([
    { path: 'contacts.1.phone', code: 'spot.contact-phone-missing' },
  ]);
});
