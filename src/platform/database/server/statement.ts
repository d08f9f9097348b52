import type { CompiledQuery } from 'kysely';
import { boundKysely, handleOf, prepareAlways, preparedOnce } from './bound-kysely.ts';
import type { TenantDb } from './database.ts';
import type { Tables } from './tables.gen.ts';
import { rowsOfOneTenant, TenantFilter } from './tenant-filter.ts';

/** A statement with its values; it compiles to what Kysely would have made of it. */
export interface FilledStatement<Row> {
  compile(): CompiledQuery<Row>;
  execute(): Promise<Row[]>;
}

interface Built {
  readonly sql: string;
  /** Reads each parameter out of the values; fixed parts of the statement ignore them. */
  readonly parameters: readonly ((values: unknown, tenantId: string) => unknown)[];
  readonly query: CompiledQuery['query'];
  readonly queryId: CompiledQuery['queryId'];
}

/** Stands for a value while a statement is built; remembers where the value will be found. */
class Place {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[]) {
    this.path = path;
  }
}

class TenantPlace {}

const noConnection = {
  query: () => Promise.reject(new Error('A statement is built without a connection')),
};

/**
 * A statement of a call for which every millisecond counts: Kysely builds it once for each shape of its values (lengths of
 * lists, left-out fields) and it is filled from then on, the tenant's condition included. `build` must not look at the
 * values: it gets places of the same structure instead, and a list that is not part of the structure belongs into one
 * parameter (`= any(…)`).
 */
export function statement<Values, Row>(
  build: (db: TenantDb, values: Values) => { compile(): CompiledQuery<Row> },
): (db: TenantDb, values: Values) => FilledStatement<Row> {
  const shapes = new Map<string, Built>();
  return (db, values) => {
    const shape = shapeOf(values);
    let built = shapes.get(shape);
    if (!built) {
      built = compileOnce((builder) => build(builder, placesOf(values, []) as Values));
      shapes.set(shape, built);
      prepareAlways(built.sql);
    }
    const { client, tenantId } = handleOf(db);
    const { sql, query, queryId } = built;
    const parameters = built.parameters.map((read) => read(values, tenantId));
    return {
      compile: () => ({ sql, parameters, query, queryId }),
      execute: async () => {
        const { rows } = await client.query(preparedOnce({ sql, parameters }));
        rowsOfOneTenant(rows, tenantId);
        return rows as Row[];
      },
    };
  };
}

function compileOnce(build: (db: TenantDb) => { compile(): CompiledQuery }): Built {
  const places = [new TenantFilter(new TenantPlace() as unknown as string)];
  const { sql, parameters, query, queryId } = build(boundKysely<Tables>(noConnection, places)).compile();
  return {
    sql,
    query,
    queryId,
    parameters: parameters.map((parameter) => {
      if (parameter instanceof TenantPlace) return (_values, tenantId) => tenantId;
      if (!(parameter instanceof Place)) return () => parameter;
      const { path } = parameter;
      return (values) => path.reduce((at, key) => (at as Record<string | number, unknown>)[key], values);
    }),
  };
}

const isStructure = (value: unknown): value is Record<string, unknown> | unknown[] =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

function placesOf(value: unknown, path: readonly (string | number)[]): unknown {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((part, index) => placesOf(part, [...path, index]));
  if (!isStructure(value)) return new Place(path);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, placesOf(part, [...path, key])]));
}

function shapeOf(value: unknown): string {
  if (value === undefined) return '-';
  if (Array.isArray(value)) return `[${value.map(shapeOf).join('')}]`;
  if (!isStructure(value)) return '.';
  let shape = '{';
  for (const key in value) shape += shapeOf((value as Record<string, unknown>)[key]);
  return `${shape}}`;
}
