-- Who changes what decides people's rights raises their permission version himself now (`rightsChanged` of the slice access):
-- these triggers ran where rows of a tenant are kept and wrote staff_user, which a distributed database keeps elsewhere. Those
-- of `permission` stay: the catalogue is kept beside the people.
drop trigger rights_changed on user_role;
drop trigger rights_changed on membership;
drop trigger rights_edited on membership;
drop trigger rights_changed on user_spot;
drop trigger rights_granted on role_permission;
drop trigger rights_taken on role_permission;
drop trigger rights_changed on tenant;
drop trigger rights_edited on tenant;
drop function rights_of_user_changed();
drop function rights_of_role_changed();
