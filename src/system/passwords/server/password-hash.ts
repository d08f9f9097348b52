import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { HashSlots } from './hash-slots.ts';

const argon2Async = promisify(argon2);

/** Argon2id as security 4.4 sets it: memory in KiB, passes, lanes. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

export interface PasswordCheck {
  readonly matches: boolean;
  /** The stored text was made with other parameters: hash again with the password at hand. */
  readonly isOutdated: boolean;
}

export interface PasswordHasher {
  /** PHC text of a password, peppered. */
  hash(password: string): Promise<string>;
  /** Costs one hash also when there is nothing to compare with, so that unknown accounts take as long as known ones. */
  check(password: string, stored: string | undefined): Promise<PasswordCheck>;
}

/** `pepper` is the keyed digest that goes before the hash, its key derived from the master key (security 4.4). */
export function passwordHasher(pepper: (password: string) => Buffer, slots: HashSlots): PasswordHasher {
  const tagOf = (password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
    slots.run(() => argon2Async('argon2id', { message: pepper(password), nonce: salt, tagLength, ...cost }));

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await tagOf(password, salt, COST, TAG_BYTES);
      return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
    },
    async check(password, stored) {
      const parsed = stored === undefined ? undefined : parsePhc(stored);
      if (!parsed) {
        await tagOf(password, randomBytes(SALT_BYTES), COST, TAG_BYTES);
        return { matches: false, isOutdated: false };
      }
      const tag = await tagOf(password, parsed.salt, parsed.cost, parsed.tag.length);
      const { memory, passes, parallelism } = parsed.cost;
      const isOutdated = memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism;
      return { matches: timingSafeEqual(tag, parsed.tag), isOutdated };
    },
  };
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

function parsePhc(text: string): { cost: Cost; salt: Buffer; tag: Buffer } | undefined {
  const match = PHC.exec(text);
  if (!match) return undefined;
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
