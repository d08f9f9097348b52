-- Pictures and films that screens of cabinets and kiosks show (settled 70). What kind it is and how it stands is said by its file.
create table ad_clip (
  name text not null,
  file text not null,
  file_type text not null check (file_type in ('image', 'video')),
  display text not null check (display in ('vertical', 'horizontal')),
  duration_seconds integer check (duration_seconds between 1 and 60),
  sort integer not null default 0,
  status integer not null default 1 check (status in (0, 1))
);
select make_record_table('ad_clip', '{lower(name)}');

-- What is shown where and when: at a cabinet, or at the kiosks of a spot (settled 71).
create table ad_showing (
  tenant_id bigint not null,
  id uuid not null,
  clip_id uuid not null,
  cabinet_id uuid,
  spot_id uuid,
  sort integer not null default 0,
  -- null: from the beginning, until somebody ends it
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, clip_id) references ad_clip (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cabinet_id) references cabinet (tenant_id, id) on delete cascade,
  foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete cascade,
  check ((cabinet_id is null) <> (spot_id is null)),
  check (ends_at > starts_at)
);
select make_tenant_table('ad_showing');
create index ad_showing_clip on ad_showing (tenant_id, clip_id);
create index ad_showing_cabinet on ad_showing (tenant_id, cabinet_id) where cabinet_id is not null;
create index ad_showing_spot on ad_showing (tenant_id, spot_id) where spot_id is not null;
