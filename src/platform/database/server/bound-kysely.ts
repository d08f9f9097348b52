import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import Cursor from 'pg-cursor';
import { TenantFilter } from './tenant-filter.ts';

interface Queryable {
  query(statement: {
    name?: string;
    text: string;
    values: readonly unknown[];
  }): Promise<{ rows: unknown[]; rowCount: number | null; command: string }>;
}

/** What a handle stands for: its connection, and the tenant that its statements are restricted to. */
interface Handle {
  readonly client: Queryable;
  readonly tenantId: string;
}
const handles = new WeakMap<object, Handle>();

/** A Kysely inside one tenant. */
export function tenantKysely<Tables>(client: Queryable, tenantId: string): Kysely<Tables> {
  const db = boundKysely<Tables>(client, [new TenantFilter(tenantId)]);
  handles.set(db, { client, tenantId });
  return db;
}

export function handleOf(db: object): Handle {
  const handle = handles.get(db);
  if (!handle) throw new Error('Statements that are built once need the handle of a tenant');
  return handle;
}

/** A Kysely on one given connection, whose transaction begins and ends elsewhere. */
export function boundKysely<Tables>(client: Queryable, plugins: KyselyPlugin[] = []): Kysely<Tables> {
  const driver = new BoundDriver(client);
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins,
  });
}

/** Bounds what a connection remembers; a product of this size has some hundred statements. */
const MOST_PREPARED = 1_000;
const MOST_PARAMETERS = 64;
const ALL_COLUMNS = /[\s.]\*/;
/** Written into statements that hardly ever come again, such as advanced queries: they would crowd out the others. */
const ASKED_ONCE = '/* asked once */';
const known = new Map<string, string | undefined>();
let named = 0;

/**
 * A statement that comes again is given a name, under which PostgreSQL keeps it parsed and planned per connection: planning
 * is half of what a short statement costs. Lists of changing length stay unnamed, and so do statements that answer all
 * columns of a table, since a migration changes what they answer.
 */
export function preparedOnce({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): {
  name?: string;
  text: string;
  values: readonly unknown[];
} {
  const plain = { text: sql, values: parameters };
  const name = known.get(sql);
  if (name !== undefined) return { name, ...plain };
  if (parameters.length > MOST_PARAMETERS || ALL_COLUMNS.test(sql) || sql.includes(ASKED_ONCE)) return plain;
  if (known.has(sql)) known.set(sql, `k${++named}`);
  else if (known.size < MOST_PREPARED) known.set(sql, undefined);
  return plain;
}

let builtOnce = 0;
/** Names a statement that is built once, however many values it has: an order's rows have more than seventy. */
export function prepareAlways(sql: string): void {
  if (ALL_COLUMNS.test(sql) || known.get(sql) !== undefined || builtOnce === MOST_PREPARED) return;
  builtOnce += 1;
  known.set(sql, `k${++named}`);
}

class BoundDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(client: Queryable) {
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        const result = await client.query(preparedOnce(query));
        return {
          rows: result.rows as Row[],
          ...(result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }),
        };
      },
      async *streamQuery<Row>(query: CompiledQuery, chunkSize = 1_000): AsyncIterableIterator<QueryResult<Row>> {
        const cursor = (client as unknown as { query(cursor: Cursor): Cursor }).query(
          new Cursor(query.sql, [...query.parameters]),
        );
        try {
          for (;;) {
            const rows = (await cursor.read(chunkSize)) as Row[];
            if (rows.length === 0) return;
            yield { rows };
          }
        } finally {
          await cursor.close();
        }
      },
    };
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The transaction is already open');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
