import type { Services } from '#platform/context/server/services.ts';

const BEAT_EVERY_MS = 2_000;
/** A server that was silent for longer is gone, or unable to commit what devices say, which is the same. */
const GONE_AFTER_SECONDS = 10;

/**
 * Servers that share a broker look after each other: the broker goes on giving a share of all messages to the session of
 * a server that is gone, so one of the others fetches them and ends that session (decision 0011). Comes before the broker's door is opened; answers how to stop.
 */
export async function takeOverDeadServers({ broker, database, log }: Services): Promise<() => Promise<void>> {
  const { serverId } = broker;
  if (serverId === null) return async () => undefined;

  let beatAt = Number.NEGATIVE_INFINITY;
  let steadySince = Number.NEGATIVE_INFINITY;

  const beat = async (): Promise<void> => {
    await database.acrossTenants('servers tell that they are alive', async (_db, client) => {
      await client.query(
        `insert into gateway_server (server_id) values ($1)
         on conflict (server_id) do update set seen_at = now(), relieved_by = null`,
        [serverId],
      );
      // a reliever that dies as well must look gone to the next one
      await client.query('update gateway_server set seen_at = now() where relieved_by = $1', [serverId]);
    });
    const now = performance.now();
    if (now - beatAt > 3 * BEAT_EVERY_MS) steadySince = now;
    beatAt = now;
  };

  /** After an outage of the database everybody looks gone: only who has been steady itself may judge. */
  const mayJudge = (): boolean => performance.now() - steadySince > GONE_AFTER_SECONDS * 1_000;

  const relieve = async (): Promise<void> => {
    const gone = await database.acrossTenants('servers that are gone', async (_db, client) => {
      const { rows } = await client.query<{ server_id: string }>(
        `update gateway_server set relieved_by = $1, seen_at = now()
          where server_id <> $1 and seen_at < now() - make_interval(secs => $2)
         returning server_id`,
        [serverId, GONE_AFTER_SECONDS],
      );
      return rows.map((row) => row.server_id);
    });
    for (const id of gone) {
      fetchFor(id).catch((error: Error) =>
        log.warn({ err: error, server: id }, 'A server that is gone was not relieved'),
      );
    }
  };

  const fetchFor = async (id: string): Promise<void> => {
    const messages = await broker.takeOver(id);
    log.info({ server: id, messages }, 'Fetched what the broker kept for a server that is gone');
    await database.acrossTenants('a server was relieved', async (_db, client) => {
      await client.query('delete from gateway_server where server_id = $1 and relieved_by = $2', [id, serverId]);
    });
  };

  // the others must know of a session before it exists
  await beat();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= beat()
      .then(() => (mayJudge() && broker.isUp ? relieve() : undefined))
      .catch((error: Error) => log.warn({ err: error }, 'Looking after other servers'))
      .finally(() => {
        running = undefined;
      });
  }, BEAT_EVERY_MS);

  return async () => {
    clearInterval(timer);
    await running;
  };
}
