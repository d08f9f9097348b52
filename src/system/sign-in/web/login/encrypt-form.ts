import type { LoginForm, LoginKey } from '#system/sign-in/contract/login.ts';

/**
 * Compact JWE, RSA-OAEP-256 and A256GCM (product.md 3), by the browser's own cryptography: the login page has no room
 * for a library.
 */
export async function encryptLoginForm(key: LoginKey, form: Omit<LoginForm, 'keyId'>): Promise<string> {
  const header = base64Url(utf8(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.keyId })));
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const { kty, n, e } = key.publicKey;
  const publicKey = await crypto.subtle.importKey('jwk', { kty, n, e }, rsa, false, ['encrypt']);

  const contentKey = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const aes = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']);
  const plain = utf8(JSON.stringify({ keyId: key.keyId, ...form } satisfies LoginForm));
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(header), tagLength: 128 }, aes, plain),
  );
  const wrappedKey = new Uint8Array(await crypto.subtle.encrypt(rsa, publicKey, contentKey));
  const tagAt = sealed.length - 16;
  return [header, ...[wrappedKey, iv, sealed.subarray(0, tagAt), sealed.subarray(tagAt)].map(base64Url)].join('.');
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
