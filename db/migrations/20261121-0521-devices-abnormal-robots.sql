-- Which robots report faults is asked every minute, over all tenants.
create index robot_abnormal on robot (tenant_id, id) where abnormal;
