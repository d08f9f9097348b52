import { expect, test } from 'vitest';
import { openSecrets } from '#platform/secrets/server/secrets.ts';
import { isLinkValid, LINK_LIFETIME_MS, signLink } from './download-link.ts';

const secrets = openSecrets('a master key of the test, long enough');
const subject = { tenantId: 'nord', userId: 'anna', key: 'nord/export/a.csv' };
const now = new Date('2027-01-05T12:00:00Z');
const link = signLink(secrets, subject, now);

test('a link opens its file for ten minutes', () => {
  expect(isLinkValid(secrets, subject, link, now)).toBe(true);
  expect(isLinkValid(secrets, subject, link, new Date(now.getTime() + LINK_LIFETIME_MS - 1))).toBe(true);
  expect(isLinkValid(secrets, subject, link, new Date(now.getTime() + LINK_LIFETIME_MS))).toBe(false);
});

test.each([
  ['another tenant', { ...subject, tenantId: 'sued' }],
  ['another user', { ...subject, userId: 'bert' }],
  ['another file', { ...subject, key: 'nord/export/b.csv' }],
])('a link is refused for %s', (_, other) => {
  expect(isLinkValid(secrets, other, link, now)).toBe(false);
});

test.each([
  ['a longer life', { ...link, expires: link.expires + 1 }],
  ['no number', { ...link, expires: Number.NaN }],
  ['an altered signature', { ...link, signature: `A${link.signature.slice(1)}A` }],
  ['no signature', { ...link, signature: '' }],
])('a link with %s is refused', (_, altered) => {
  expect(isLinkValid(secrets, subject, altered, now)).toBe(false);
});

test('a link of another installation is refused', () => {
  expect(isLinkValid(openSecrets('another master key, long enough too'), subject, link, now)).toBe(false);
});
