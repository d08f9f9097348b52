-- A server is ready when the database has all migrations that it was written for (security 16.1).
grant select on schema_migration to platform;
