-- The list of a tenant's files: the newest first, with how many records name each.
create index stored_file_newest on stored_file (tenant_id, created_at desc, id);
select open_to_platform('file_reference', 'select');
