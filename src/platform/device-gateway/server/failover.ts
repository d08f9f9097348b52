import type { Services } from '#platform/context/server/services.ts';

/** A server without a heartbeat for longer is dead, or cannot commit messages of devices, which has the same effect. */
const TIMES = { beatEveryMs: 2_000, goneAfterMs: 10_000 };

/**
 * Servers that share a broker watch each other. The broker keeps giving a share of all messages to the session of a dead
 * server, so another server takes them over and ends that session (decision 0011). Starts before the broker's door is
 * opened; answers how to stop.
 */
export async function takeOverDeadServers(
  { broker, database, log }: Pick<Services, 'broker' | 'database' | 'log'>,
  { beatEveryMs, goneAfterMs } = TIMES,
): Promise<() => Promise<void>> {
  const { serverId } = broker;
  if (serverId === null) return async () => undefined;

  let beatAt = Number.NEGATIVE_INFINITY;
  let steadySince = Number.NEGATIVE_INFINITY;
  /** Servers whose messages come to us now. Where that fails their rows age again, and somebody takes them anew. */
  const fetching = new Set<string>();

  const beat = async (): Promise<void> => {
    await database.acrossTenants('heartbeat of a server', async (_db, client) => {
      await client.query(
        `insert into gateway_server (server_id) values ($1)
         on conflict (server_id) do update set seen_at = now(), relieved_by = null`,
        [serverId],
      );
      // the server that takes over may die as well: then it must look dead to the next one
      if (fetching.size > 0)
        await client.query('update gateway_server set seen_at = now() where relieved_by = $1 and server_id = any($2)', [
          serverId,
          [...fetching],
        ]);
    });
    const now = performance.now();
    if (now - beatAt > 3 * beatEveryMs) steadySince = now;
    beatAt = now;
  };

  /** After an outage of the database every server looks dead: only a server with steady heartbeats of its own may judge. */
  const mayJudge = (): boolean => performance.now() - steadySince > goneAfterMs;

  const takeOver = async (): Promise<void> => {
    const gone = await database.acrossTenants('dead servers', async (_db, client) => {
      const { rows } = await client.query<{ server_id: string }>(
        `update gateway_server set relieved_by = $1, seen_at = now()
          where server_id <> $1 and seen_at < now() - make_interval(secs => $2)
         returning server_id`,
        [serverId, goneAfterMs / 1_000],
      );
      return rows.map((row) => row.server_id);
    });
    for (const id of gone) {
      fetching.add(id);
      fetchFor(id)
        .catch((error: Error) => log.warn({ err: error, server: id }, 'A dead server was not taken over'))
        .finally(() => fetching.delete(id));
    }
  };

  const fetchFor = async (id: string): Promise<void> => {
    const messages = await broker.takeOver(id);
    log.info({ server: id, messages }, 'Took over the messages that the broker kept for a dead server');
    await database.acrossTenants('a dead server was taken over', async (_db, client) => {
      await client.query('delete from gateway_server where server_id = $1 and relieved_by = $2', [id, serverId]);
    });
  };

  // the row must exist before the session does
  await beat();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= beat()
      .then(() => (mayJudge() && broker.isUp ? takeOver() : undefined))
      .catch((error: Error) => log.warn({ err: error }, 'Watching other servers failed'))
      .finally(() => {
        running = undefined;
      });
  }, beatEveryMs);

  return async () => {
    clearInterval(timer);
    await running;
  };
}
