-- Batches whose job was lost are found over all tenants by what still waits in them.
select open_to_platform('command_batch_item', 'select');
