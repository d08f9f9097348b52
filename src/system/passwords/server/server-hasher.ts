import type { Secrets } from '#platform/secrets/server/secrets.ts';
import { hashSlots } from './hash-slots.ts';
import { type PasswordHasher, passwordHasher } from './password-hash.ts';

const hashers = new WeakMap<Secrets, PasswordHasher>();

/** The bounded door to hashing that one running server shares over everything that asks for a password. */
export function hasherOf({ secrets }: { readonly secrets: Secrets }): PasswordHasher {
  let found = hashers.get(secrets);
  if (!found) {
    found = passwordHasher((password) => secrets.hmac('password-pepper', password), hashSlots());
    hashers.set(secrets, found);
  }
  return found;
}
