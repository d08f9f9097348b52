-- Two dictionaries had words that no call knows. An item takes the right one with the texts that somebody may have given it; where
-- the right one is there already, the wrong one goes.
delete from dictionary_item as item
 where (code = 'notification_channel' and value = 'app_push' or code = 'push_status' and value = 'queued')
   and exists (select from dictionary_item as other
                where other.code = item.code and other.value in ('push', 'pending'));
update dictionary_item set value = 'push' where code = 'notification_channel' and value = 'app_push';
update dictionary_item set value = 'pending' where code = 'push_status' and value = 'queued';
