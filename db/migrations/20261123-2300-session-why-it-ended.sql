-- Both reasons that came today: the owner ended it elsewhere, and the tenant was switched off.
alter table ended_session drop constraint ended_session_because_check;
alter table ended_session
  add constraint ended_session_because_check check (because in ('too-many', 'forced', 'password', 'owner', 'tenant'));
