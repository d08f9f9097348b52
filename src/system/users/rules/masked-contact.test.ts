import { expect, test } from 'vitest';
import { maskedEmail, maskedPhone } from './masked-contact.ts';

test.each([
  ['+4740000001', '+47•••••001'],
  ['40001', '•••••'],
  ['', ''],
])('phone %j is shown as %j', (phone, shown) => {
  expect(maskedPhone(phone)).toBe(shown);
});

test.each([
  ['ingrid@nordic.example', 'i•••@nordic.example'],
  ['', ''],
])('mailbox %j is shown as %j', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});
