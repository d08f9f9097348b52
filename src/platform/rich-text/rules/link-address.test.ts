import { expect, test } from 'vitest';
import { linkAddress, typedAddress } from './link-address.ts';

test.each([
  ['https://example.com', 'https://example.com'],
  [' HTTPS://example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
  ['https://咖啡.example/路', 'https://咖啡.example/路'],
  ['https://example.com:8443/a@b', 'https://example.com:8443/a@b'],
  ['mailto:help@example.com', 'mailto:help@example.com'],
  ['mailto:help@example.com?subject=Robot', 'mailto:help@example.com?subject=Robot'],
  ['tel:+47-22-00-00-00', 'tel:+47-22-00-00-00'],
  ['http://example.com', undefined],
  ['//example.com', undefined],
  ['/orders', undefined],
  ['#top', undefined],
  ['https:example.com', undefined],
  ['https://', undefined],
  ['https://user:secret@example.com', undefined],
  ['https://example.com\\@evil.example', undefined],
  ['https://example.com/a b', undefined],
  ['https://example.com/\u202egpj.exe', undefined],
  ['javascript:alert(1)', undefined],
  ['java\u0000script:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['mailto:a@b.example?cc=all@b.example', undefined],
  ['tel:call-me', undefined],
  [`https://example.com/${'x'.repeat(2_048)}`, undefined],
  ['', undefined],
])('the address %j becomes %j', (given, kept) => {
  expect(linkAddress(given)).toBe(kept);
});

test.each([
  ['example.com/menu', 'https://example.com/menu'],
  ['help@example.com', 'mailto:help@example.com'],
  ['+47 22 00 00 00', 'tel:+4722000000'],
  ['https://example.com', 'https://example.com'],
  ['example.com:8443', 'https://example.com:8443'],
  ['http://example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['coffee', undefined],
  ['/orders', undefined],
])('typed as %j it is %j', (typed, kept) => {
  expect(typedAddress(typed)).toBe(kept);
});
