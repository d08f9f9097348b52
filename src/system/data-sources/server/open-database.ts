import { Socket } from 'node:net';
import type { HostAddress } from '#platform/outbound/server/guarded-fetch.ts';
import type { Tls } from '../rules/source-address.ts';

export type Cell = string | number | boolean | Date | null;

/** Where to connect, checked a moment ago. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Unwrapped by the drivers alone. */
  readonly password: { reveal(): string } | undefined;
  readonly tls: Tls;
  readonly addresses: readonly HostAddress[];
  /** How long a connection may take to come about, in milliseconds; five seconds unless said. */
  readonly connectMs?: number;
}

export interface ReadLimits {
  readonly maxRows: number;
  /** Of the statement, in milliseconds. */
  readonly timeoutMs: number;
}

export interface Batch {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The statement has more rows than may be read. */
  readonly isCut: boolean;
}

export interface ServerFacts {
  readonly serverVersion: string;
  readonly mayWrite: boolean;
  readonly isEncrypted: boolean;
}

/** A few connections to one database. */
export interface OpenDatabase {
  facts(): Promise<ServerFacts>;
  /** The rows of a select in a read-only transaction; at least one batch comes, with the columns. */
  read(sql: string, limits: ReadLimits): AsyncGenerator<Batch>;
  close(): Promise<void>;
}

/** Connections at once to one database. */
export const MOST_CONNECTIONS = 2;
export const CONNECT_MS = 5_000;
export const ROWS_AT_ONCE = 200;

/**
 * A socket that goes to the checked addresses, whatever a name server says by then (security 12.1). Drivers call `connect`
 * with the name, which stays in the certificate's check alone.
 */
export function checkedSocket({ addresses }: Pick<Target, 'addresses'>): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket) as (options: object) => Socket;
  const found = addresses.map(({ address, family }) => ({ address, family }));
  const [first] = found;
  socket.connect = ((port: number, host: string) =>
    connect({
      port,
      host,
      lookup: (_host: string, { all }: { all?: boolean }, done: (...answer: unknown[]) => void) => {
        if (all) done(null, found);
        else done(null, first?.address ?? '', first?.family ?? 4);
      },
    })) as typeof socket.connect;
  return socket;
}
