import { createRequire } from 'node:module';
import { createServer as createTcp, type Server } from 'node:net';

/** What a pretended MySQL server was asked, in order, and how it is stopped. */
export interface PretendedMysql {
  readonly port: number;
  readonly asked: string[];
  stop(): Promise<void>;
}

interface Accepted {
  serverHandshake(options: object): void;
  on(event: string, listener: (...words: never[]) => void): void;
  writeOk(): void;
  writeError(error: { code: number; message: string }): void;
  writeTextResult(rows: readonly object[], columns: readonly object[]): void;
  /** Of the next packet; each command begins anew, which this library's servers leave to their owners. */
  sequenceId: number;
  readonly stream: { destroy(): void };
}

const VAR_STRING = 253;
const UTF8 = 45;
const column = (name: string) => ({
  ...{ catalog: 'def', schema: 'shop', table: 'country', orgTable: 'country', name, orgName: name },
  ...{ characterSet: UTF8, columnLength: 255, columnType: VAR_STRING, flags: 0, decimals: 0 },
});

/** A server that speaks the protocol of MySQL: one user, one database, the rows of one table whatever the select is. */
export async function startPretendedMysql(options: {
  readonly user: string;
  readonly database: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}): Promise<PretendedMysql> {
  const { createServer } = createRequire(import.meta.url)('mysql2') as {
    createServer: () => {
      on(event: string, listener: (connection: Accepted) => void): void;
      listen(port: number, host: string, done: () => void): void;
      close(done: () => void): void;
      _server: Server;
    };
  };
  const asked: string[] = [];
  const sockets = new Set<Accepted['stream']>();
  const server = createServer();
  server.on('connection', (connection) => {
    sockets.add(connection.stream);
    connection.on('error', () => undefined);
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.40',
      connectionId: 1,
      statusFlags: 2,
      characterSet: UTF8,
      capabilityFlags: 0xff_ff_ff & ~0x800 & ~0x20,
      authCallback: (given: { user: string; database?: string }, done: (problem: null, error?: object) => void) => {
        if (given.user !== options.user)
          done(null, { code: 1045, message: `Access denied for user '${given.user}' (using password: YES)` });
        else if (given.database !== options.database)
          done(null, { code: 1049, message: `Unknown database '${given.database}'` });
        else done(null);
        connection.sequenceId = 0;
      },
    });
    const answer = (sql: string) => {
      asked.push(sql);
      connection.sequenceId = 1;
      if (/^select version/i.test(sql)) connection.writeTextResult([{ v: '8.0.40' }], [column('v')]);
      else if (/^show grants/i.test(sql))
        connection.writeTextResult([{ g: 'GRANT SELECT ON `shop`.* TO `reader`@`%`' }], [column('g')]);
      else if (/^select/i.test(sql))
        connection.writeTextResult(options.rows, Object.keys(options.rows[0] ?? {}).map(column));
      else connection.writeOk();
      connection.sequenceId = 0;
    };
    connection.on('query', answer);
    // this library's servers take a SET for one
    connection.on('stmt_prepare', answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server._server.address() as { port: number };
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((done) => server.close(done));
  };
  return { port, asked, stop };
}

/** A port at which a server takes calls and never says a word. */
export async function startSilence(): Promise<{ port: number; stop: () => Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createTcp((socket) => {
    socket.on('error', () => undefined);
    sockets.add(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
