import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress, parseAddress } from './public-address.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:400f:80d::200e',
  '::ffff:1.1.1.1',
  '64:ff9b::808:808',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.19.255.255',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '1.1.1.1.',
  '1.1.1',
  '256.1.1.1',
  'fe80::1%eth0',
  '1::2::3',
  '12345::',
  ':1',
  '1:2:3:4:5:6:7:8:9',
])('"%s" is no address', (text) => expect([parseAddress(text), isPublicAddress(text)]).toEqual([undefined, false]));

test('every IPv4 address is judged alike in its own spelling and inside an IPv6 one', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
    }),
  );
});

test('every spelling of an IPv6 address is read', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(parseAddress(address)).toHaveLength(16);
    }),
  );
});
