-- Why: nothing ever wrote it; when a robot was told stands with the robot.
alter table fleet_change drop column stage_at;
