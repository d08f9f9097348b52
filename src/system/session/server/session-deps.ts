import type { Secrets } from '#platform/secrets/server/secrets.ts';
import { hashSlots } from './hash-slots.ts';
import { type LoginKeys, loginKeys } from './login-keys.ts';
import { type PasswordHasher, passwordHasher } from './password-hash.ts';

/** What one running server shares over its logins: the bounded door to hashing and the store of login keys. */
interface SessionDeps {
  readonly hasher: PasswordHasher;
  readonly keys: LoginKeys;
}

const parts = new WeakMap<Secrets, SessionDeps>();

export function sessionDeps({ secrets }: { readonly secrets: Secrets }): SessionDeps {
  let found = parts.get(secrets);
  if (!found) {
    const hasher = passwordHasher((password) => secrets.hmac('password-pepper', password), hashSlots());
    found = { hasher, keys: loginKeys() };
    parts.set(secrets, found);
  }
  return found;
}
