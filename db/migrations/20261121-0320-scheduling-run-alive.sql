-- A run shows that it lives, by the clock of the database: the runs of a server that was killed do not block the next slot.
alter table schedule_run add column alive_at timestamptz;
