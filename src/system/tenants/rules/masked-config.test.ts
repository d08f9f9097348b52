import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskedConfig } from './masked-config.ts';

test('secrets are masked, the last four characters are shown from sixteen on, the rest stays', () => {
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

test.each([
  'authorization',
  'Authorization',
  'X-Api-Key',
  'x_auth_token',
  'clientSecret',
  'accessKeySecret',
  'key',
  'secret',
  'pwd',
  'Cookie',
])('a literal %s is masked as a field, as a header, in a body and in an address', (name) => {
  const secret = 'LITERAL-0123456789-ABCD';
  const config = {
    [name]: secret,
    headers: { [name]: `Bearer ${secret}` },
    list: [{ name, value: secret }],
    body: `{"to":"{phone}","${name}" : "${secret}"}`,
    form: `to={phone}&${name}=${secret}`,
    endpoint: `https://sms.example/send?${name}=${secret}&v=2`,
    proxy: `https://me:${secret}@proxy.example`,
  };
  const shown = JSON.stringify(maskedConfig(config));
  expect(shown).not.toContain('LITERAL');
  expect(shown).toContain('{phone}');
  expect(maskedConfig(config)).toMatchObject({
    endpoint: `https://sms.example/send?${name}=••••••••ABCD&v=2`,
    form: `to={phone}&${name}=••••••••ABCD`,
    proxy: 'https://me:••••••••@proxy.example',
  });
});

test.each(['Bearer {secretKey}', 'Basic {accessKey}:{secretKey}', '{secretKey}'])(
  'the template %s shows where the secret goes and nothing of it',
  (authorization) => {
    const config = { authorization, body: `{"token":"{secretKey}","text":"{text}"}`, accessKey: 'AK1', publicKey: 'p' };
    expect(maskedConfig(config)).toEqual(config);
  },
);

test('a secret beside a word in braces is one', () => {
  expect(maskedConfig({ authorization: 'Bearer sk-LITERAL{sender}' })?.['authorization']).not.toContain('LITERAL');
  expect(maskedConfig({ authorization: 'sk-LITERAL {sender}' })?.['authorization']).not.toContain('LITERAL');
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
