import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { encryptLoginForm } from './encrypt-form.ts';

test('the form opens with a standard JWE library and carries the key id', async () => {
  const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const { n = '', e = '' } = await exportJWK(pair.publicKey);
  const publicKey = { kty: 'RSA', n, e, alg: 'RSA-OAEP-256', use: 'enc', kid: 'k1' } as const;
  const form = { username: 'maria', password: ' pä55 字 word ' };
  const jwe = await encryptLoginForm({ keyId: 'k1', publicKey }, form);
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, pair.privateKey);
  expect(protectedHeader).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k1' });
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ keyId: 'k1', ...form });
});
