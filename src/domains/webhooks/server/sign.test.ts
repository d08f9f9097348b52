import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from './sign.ts';

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
