-- Since when book and measurement are wide apart, as the look of each minute finds it (beverages/server/stock-differences.ts).
alter table robot_material add column wide_since timestamptz;
