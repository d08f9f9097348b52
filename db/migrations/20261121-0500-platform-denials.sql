-- Who is refused again and again is asked at each refusal (security 5.7).
create index audit_row_denials on audit_row (tenant_id, actor_id, at desc) where object_kind = 'denial';
