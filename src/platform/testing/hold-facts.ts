import pg from 'pg';

/**
 * Facts of this event wait from now on, as where a server died that had begun with them. Answers what lets them go. The name is one of
 * the tests, so it is written into the statement.
 */
export async function holdFacts(databaseUrl: string, event: string): Promise<() => Promise<void>> {
  /** One by one: a coordinator tells its workers of functions and triggers, each by itself. */
  const ask = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      // it wants to be told that triggers on the parts of a table are meant
      await client.query('set citus.enable_unsafe_triggers = on');
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await ask(
    `create function hold_back() returns trigger language plpgsql as $$
       begin new.next_attempt_at := now() + interval '1 hour'; return new; end $$`,
    `create trigger hold_back before insert on outbox for each row when (new.name = '${event}') execute function hold_back()`,
  );
  return () =>
    ask(
      'drop trigger hold_back on outbox',
      'drop function hold_back',
      `update outbox set next_attempt_at = now() where name = '${event}'`,
    );
}
