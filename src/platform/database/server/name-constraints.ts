import type { EventEmitter } from 'node:events';
import type pg from 'pg';

const CONSTRAINT = /constraint "(.+)"$/;
/** A key of a part of a table ends with the number of the part; a check does not. */
const PART = /_\d{6,}$/;

/**
 * A coordinator passes on what a worker refused without the field that names the constraint, and in its words the name is that of a
 * part of the table. Of a part that lies on the coordinator itself the field is there, and names the part too. Code that asks which key was hit finds the name as the migration gave it, on both kinds of database.
 */
export function nameConstraints(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.prependListener('errorMessage', (error: pg.DatabaseError) => {
    if (!error.code?.startsWith('23')) return;
    error.constraint = (error.constraint ?? CONSTRAINT.exec(error.message)?.[1])?.replace(PART, '');
  });
}
