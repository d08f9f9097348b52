import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isMessageSignedBy, signatureOf } from './sign-message.ts';

test('a signature is that of the Standard Webhooks specification', () => {
  // the example of its reference libraries
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signatureOf(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('while a secret changes over both sign', () => {
  const secrets = ['one', 'two'].map((text) => `whsec_${Buffer.from(text).toString('base64')}`);
  const message = { id: 'a', seconds: 1, body: '{}' };
  const by = (key: string) => `v1,${createHmac('sha256', key).update('a.1.{}').digest('base64')}`;
  expect(signatureOf(secrets, message)).toBe(`${by('one')} ${by('two')}`);
});

test('a signed report is known by its secret, its bytes and its time', () => {
  const secret = `whsec_${Buffer.from('one').toString('base64')}`;
  const now = new Date('2027-01-15T10:00:00Z');
  const seconds = now.getTime() / 1_000;
  const body = '{"state":"delivered"}';
  const headers = {
    'webhook-id': 'a',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf([secret], { id: 'a', seconds, body }),
  };
  const is = (more: object = {}, text = body, by = secret, at = now) =>
    isMessageSignedBy(by, { ...headers, ...more }, Buffer.from(text), at);
  expect(is()).toBe(true);
  expect(is({}, '{"state":"failed"}')).toBe(false);
  expect(is({ 'webhook-id': 'b' })).toBe(false);
  expect(is({ 'webhook-signature': undefined })).toBe(false);
  expect(is({}, body, `whsec_${Buffer.from('two').toString('base64')}`)).toBe(false);
  expect(is({}, body, secret, new Date(now.getTime() + 301_000))).toBe(false);
});
