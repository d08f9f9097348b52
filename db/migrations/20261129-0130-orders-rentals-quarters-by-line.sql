-- A trigger on a shard cannot hand its changed rows to an insert that is planned for the shards: lines are read first, then written
-- one by one (decision 107). What is added up is as before.

create or replace function add_up_quarters() returns trigger language plpgsql as $$
declare
  line order_quarter_delta;
begin
  if tg_op = 'INSERT' then
    for line in
      select tenant_id, spot_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00'), currency, status,
             sum(sign),
             coalesce(sum(sign * cups) filter (where paid_minor > 0 or status >= 3), 0),
             coalesce(sum(sign) filter (where paid_minor > 0 or status >= 3), 0),
             sum(sign * paid_minor), sum(sign * refunded_minor),
             coalesce(sum(sign) filter (where refunded_minor > 0), 0),
             coalesce(sum(sign) filter (where refund_status in (100, 101)), 0),
             coalesce(sum(sign) filter (where status = 4 or had_issue or payment_issue), 0)
        from (select added.*, 1 as sign from added) as changed
       group by 1, 2, 3, 4, 5
      having (sum(sign), sum(sign * cups), sum(sign * paid_minor), sum(sign * refunded_minor)) <> (0, 0, 0, 0)
          or coalesce(sum(sign) filter (where paid_minor > 0), 0) <> 0
          or coalesce(sum(sign) filter (where refunded_minor > 0), 0) <> 0
          or coalesce(sum(sign) filter (where refund_status in (100, 101)), 0) <> 0
          or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0
    loop
      insert into order_quarter_delta values (line.*);
    end loop;
  elsif tg_op = 'DELETE' then
    for line in
      select tenant_id, spot_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00'), currency, status,
             sum(sign),
             coalesce(sum(sign * cups) filter (where paid_minor > 0 or status >= 3), 0),
             coalesce(sum(sign) filter (where paid_minor > 0 or status >= 3), 0),
             sum(sign * paid_minor), sum(sign * refunded_minor),
             coalesce(sum(sign) filter (where refunded_minor > 0), 0),
             coalesce(sum(sign) filter (where refund_status in (100, 101)), 0),
             coalesce(sum(sign) filter (where status = 4 or had_issue or payment_issue), 0)
        from (select gone.*, -1 as sign from gone) as changed
       group by 1, 2, 3, 4, 5
      having (sum(sign), sum(sign * cups), sum(sign * paid_minor), sum(sign * refunded_minor)) <> (0, 0, 0, 0)
          or coalesce(sum(sign) filter (where paid_minor > 0), 0) <> 0
          or coalesce(sum(sign) filter (where refunded_minor > 0), 0) <> 0
          or coalesce(sum(sign) filter (where refund_status in (100, 101)), 0) <> 0
          or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0
    loop
      insert into order_quarter_delta values (line.*);
    end loop;
  else
    for line in
      select tenant_id, spot_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00'), currency, status,
             sum(sign),
             coalesce(sum(sign * cups) filter (where paid_minor > 0 or status >= 3), 0),
             coalesce(sum(sign) filter (where paid_minor > 0 or status >= 3), 0),
             sum(sign * paid_minor), sum(sign * refunded_minor),
             coalesce(sum(sign) filter (where refunded_minor > 0), 0),
             coalesce(sum(sign) filter (where refund_status in (100, 101)), 0),
             coalesce(sum(sign) filter (where status = 4 or had_issue or payment_issue), 0)
        from (select added.*, 1 as sign from added union all select gone.*, -1 as sign from gone) as changed
       group by 1, 2, 3, 4, 5
      having (sum(sign), sum(sign * cups), sum(sign * paid_minor), sum(sign * refunded_minor)) <> (0, 0, 0, 0)
          or coalesce(sum(sign) filter (where paid_minor > 0), 0) <> 0
          or coalesce(sum(sign) filter (where refunded_minor > 0), 0) <> 0
          or coalesce(sum(sign) filter (where refund_status in (100, 101)), 0) <> 0
          or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0
    loop
      insert into order_quarter_delta values (line.*);
    end loop;
  end if;
  return null;
end $$;
create or replace function add_up_rental_quarters() returns trigger language plpgsql as $$
declare
  line rental_quarter_delta;
begin
  if tg_op = 'INSERT' then
    for line in
      select r.tenant_id, coalesce(r.spot_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), f.cabinet_id,
             date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
             sum(f.lent), sum(f.lent_rest), sum(f.closed), sum(f.closed_rest), sum(f.returned), sum(f.returned_seconds),
             sum(f.arrived), sum(f.ended), sum(f.fee_minor), sum(f.paid_minor), sum(f.refunded_minor), sum(f.not_lent)
        from added r
       cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                       r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
       group by 1, 2, 3, 4, 5
    loop
      insert into rental_quarter_delta values (line.*);
    end loop;
  elsif tg_op = 'DELETE' then
    for line in
      select r.tenant_id, coalesce(r.spot_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), f.cabinet_id,
             date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
             -sum(f.lent), -sum(f.lent_rest), -sum(f.closed), -sum(f.closed_rest), -sum(f.returned), -sum(f.returned_seconds),
             -sum(f.arrived), -sum(f.ended), -sum(f.fee_minor), -sum(f.paid_minor), -sum(f.refunded_minor), -sum(f.not_lent)
        from gone r
       cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                       r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
       group by 1, 2, 3, 4, 5
    loop
      insert into rental_quarter_delta values (line.*);
    end loop;
  else
    for line in
      select r.tenant_id, coalesce(r.spot_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), f.cabinet_id,
             date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
             sum(sign * f.lent), sum(sign * f.lent_rest), sum(sign * f.closed), sum(sign * f.closed_rest), sum(sign * f.returned),
             sum(sign * f.returned_seconds), sum(sign * f.arrived), sum(sign * f.ended), sum(sign * f.fee_minor),
             sum(sign * f.paid_minor), sum(sign * f.refunded_minor), sum(sign * f.not_lent)
        from (select added.*, 1 as sign from added union all select gone.*, -1 as sign from gone) r
       cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                       r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
       group by 1, 2, 3, 4, 5
      having (sum(sign * f.lent), sum(sign * f.lent_rest), sum(sign * f.closed), sum(sign * f.closed_rest), sum(sign * f.returned),
              sum(sign * f.returned_seconds), sum(sign * f.arrived), sum(sign * f.ended), sum(sign * f.fee_minor),
              sum(sign * f.paid_minor), sum(sign * f.refunded_minor), sum(sign * f.not_lent))
          <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    loop
      insert into rental_quarter_delta values (line.*);
    end loop;
  end if;
  return null;
end $$;
