import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { Secret } from '#platform/secrets/server/secrets.ts';
import { isSignedBy } from './stripe-signature.ts';

const now = new Date('2027-03-01T09:15:00Z');
const body = Buffer.from('{"id":"evt_1","type":"payment_intent.succeeded"}');
const secrets = [new Secret('whsec_new'), new Secret('whsec_old')];
const seconds = now.getTime() / 1000;
const sign = (secret: string, at = seconds, bytes = body) =>
  createHmac('sha256', secret).update(`${at}.`).update(bytes).digest('hex');

test.each([
  { name: 'the current secret', header: `t=${seconds},v1=${sign('whsec_new')}`, signed: true },
  { name: 'the previous secret during rotation', header: `t=${seconds},v1=${sign('whsec_old')}`, signed: true },
  {
    name: 'one of several signatures',
    header: `t=${seconds},v1=${'0'.repeat(64)},v1=${sign('whsec_new')}`,
    signed: true,
  },
  { name: '300 seconds old', header: `t=${seconds - 300},v1=${sign('whsec_new', seconds - 300)}`, signed: true },
  { name: '301 seconds old', header: `t=${seconds - 301},v1=${sign('whsec_new', seconds - 301)}`, signed: false },
  { name: '301 seconds ahead', header: `t=${seconds + 301},v1=${sign('whsec_new', seconds + 301)}`, signed: false },
  { name: "another tenant's secret", header: `t=${seconds},v1=${sign('whsec_other')}`, signed: false },
  { name: 'a time that was not signed', header: `t=${seconds + 1},v1=${sign('whsec_new')}`, signed: false },
  { name: 'another scheme', header: `t=${seconds},v0=${sign('whsec_new')}`, signed: false },
  { name: 'no signature', header: `t=${seconds}`, signed: false },
  { name: 'no time', header: `v1=${sign('whsec_new')}`, signed: false },
  { name: 'no header', header: undefined, signed: false },
  { name: 'nonsense', header: 'hello, world', signed: false },
])('signed by $name: $signed', ({ header, signed }) => {
  expect(isSignedBy(secrets, header, body, now)).toBe(signed);
});

test('one flipped byte of the body breaks the signature', () => {
  const header = `t=${seconds},v1=${sign('whsec_new')}`;
  for (let i = 0; i < body.length; i += 1) {
    const flipped = Buffer.from(body);
    flipped[i] = (flipped[i] ?? 0) ^ 1;
    expect(isSignedBy(secrets, header, flipped, now)).toBe(false);
  }
});
