-- Each server looks once a second for credentials that changed.
create index device_credential_rotated on device_credential (rotated_at);
