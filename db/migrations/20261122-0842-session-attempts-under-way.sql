-- An attempt counts as failed from its beginning, so that parallel guesses are bounded. How many of those are not decided yet is
-- what tells people who log in at the same moment from people who guess.
alter table login_throttle add column undecided integer not null default 0;
