-- Nobody should pay this attempt any more: until the provider has withdrawn it, the duty stands here and not in a job alone.
alter table payment add column withdrawn_at timestamptz;
