import pg from 'pg';

/**
 * Facts of this event wait from now on, as where a server died that had begun with them. Answers what lets them go. The name is one of
 * the tests, so it is written into the statement.
 */
export async function holdFacts(databaseUrl: string, event: string): Promise<() => Promise<void>> {
  const ask = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await ask(`
    create function hold_back() returns trigger language plpgsql as $$
      begin new.next_attempt_at := now() + interval '1 hour'; return new; end $$;
    create trigger hold_back before insert on outbox for each row when (new.name = '${event}') execute function hold_back()`);
  return () =>
    ask(`
      drop trigger hold_back on outbox;
      drop function hold_back;
      update outbox set next_attempt_at = now() where name = '${event}'`);
}
