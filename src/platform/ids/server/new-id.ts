import { randomUUIDv7 } from 'node:crypto';

/** Ids are made here, not in the database, so that any PostgreSQL and any server can make them (security 3.11). */
export function newId(): string {
  return randomUUIDv7();
}
