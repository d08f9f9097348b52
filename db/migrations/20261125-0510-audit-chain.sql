-- The audit chain (security 14.3). Whoever writes an audit row signs it; a sealer then gives each committed row its number and its link.

-- `digest`: keyed digest of what may name people; `mac`: signature over the rest and that digest.
alter table audit_row add column digest bytea, add column mac bytea;

-- Rows that wait for their number. The trigger writes it in the transaction of the row, so that only what is committed is seen here,
-- however late that is, and nothing waits for another.
create table audit_waiting (
  tenant_id bigint not null,
  row_id uuid not null,
  -- written before rows were signed
  older boolean not null default false,
  primary key (tenant_id, row_id)
);
select make_tenant_table('audit_waiting'), open_to_platform('audit_waiting', 'select, insert, delete');
revoke select, update, delete on audit_waiting from app;

create function audit_row_waits() returns trigger language plpgsql as $$
begin
  insert into audit_waiting (tenant_id, row_id) values (new.tenant_id, new.id);
  return null;
end $$;
create trigger audit_row_waits after insert on audit_row for each row execute function audit_row_waits();

insert into audit_waiting (tenant_id, row_id, older) select tenant_id, id, true from audit_row;

-- Number and link of each row: added once, never changed.
create table audit_seal (
  tenant_id bigint not null,
  number bigint not null,
  row_id uuid not null,
  -- older than the chain: written when rows were not signed yet
  adopted boolean not null default false,
  link bytea not null,
  primary key (tenant_id, number),
  constraint audit_seal_row unique (tenant_id, row_id)
);
select make_tenant_table('audit_seal'), open_to_platform('audit_seal', 'select, insert');
revoke insert, update, delete on audit_seal from app;

-- The state of each tenant's chain: held by who seals, so that one server does at a time, and what the last check found.
create table audit_chain (
  tenant_id bigint not null primary key,
  last_number bigint not null default 0,
  sealed_at timestamptz,
  headed_at timestamptz,
  checking_since timestamptz,
  checked_number bigint not null default 0,
  checked_at timestamptz,
  fault text not null default '',
  fault_number bigint,
  fault_row text not null default ''
);
select make_tenant_table('audit_chain'), open_to_platform('audit_chain', 'select, insert, update');
revoke select, insert, update, delete on audit_chain from app;
