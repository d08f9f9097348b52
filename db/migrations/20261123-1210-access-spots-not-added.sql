-- The third mode of domain 6 (settled 24): sees all spots and may not add any.
alter table membership drop constraint membership_spot_access_check;
alter table membership add check (spot_access in ('all', 'all_but_add', 'selected'));
