-- Since when the storage service says that a former bucket does not exist; null while it does, or was not asked.
alter table former_bucket add column gone_at timestamptz;
-- notes of its files go with it, in all tenants
grant delete on file_place to platform;
