import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskedConfig } from './masked-config.ts';

test('secrets are masked, the last four characters are told from sixteen on, the rest stays', () => {
  expect(
    maskedConfig({
      endpoint: 'https://s3.example',
      accessKey: 'AK1',
      secretKey: '0123456789abcdef',
      password: 'short',
    }),
  ).toEqual({
    endpoint: 'https://s3.example',
    accessKey: 'AK1',
    secretKey: '••••••••cdef',
    secretKeyIsSet: true,
    password: '••••••••',
    passwordIsSet: true,
  });
});

test('an encrypted secret shows only what was kept to be shown', () => {
  expect(maskedConfig({ secretKey: { sealed: 'v1.k.n.c.t', end: 'cdef' }, webhook: { sealed: 'v1.k.n.c.t' } })).toEqual(
    {
      secretKey: '••••••••cdef',
      secretKeyIsSet: true,
      webhook: '••••••••',
      webhookIsSet: true,
    },
  );
});

test('a secret that is not set says so, and no configuration is null', () => {
  expect(maskedConfig({ secretKey: '' })).toEqual({ secretKey: '', secretKeyIsSet: false });
  expect(maskedConfig(null)).toBeNull();
  expect(maskedConfig(undefined)).toBeNull();
});

test('no secret of more than eight characters ever appears', () => {
  const name = fc.constantFrom('secretKey', 'password', 'authToken', 'smtpPassword', 'apiKey', 'clientSecret');
  fc.assert(
    fc.property(name, fc.stringMatching(/^[A-Z0-9]{9,60}$/), fc.boolean(), (field, secret, nested) => {
      const config = nested ? { smtp: { [field]: secret } } : { [field]: secret };
      expect(JSON.stringify(maskedConfig(config))).not.toContain(secret);
    }),
  );
});
