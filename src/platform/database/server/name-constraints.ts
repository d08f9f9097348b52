import type { EventEmitter } from 'node:events';
import type pg from 'pg';

/** A key of a part of a table ends with the number of the part; a check does not. */
const CONSTRAINT = /constraint "(.+?)(?:_\d{6,})?"$/;

/**
 * A coordinator passes on what a worker refused without the field that names the constraint, and in its words the name is that of a
 * part of the table. Code that asks which key was hit finds the name as the migration gave it, on both kinds of database.
 */
export function nameConstraints(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.prependListener('errorMessage', (error: pg.DatabaseError) => {
    if (error.code?.startsWith('23')) error.constraint ??= CONSTRAINT.exec(error.message)?.[1];
  });
}
