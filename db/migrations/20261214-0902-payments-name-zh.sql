-- A receipt in Chinese names the channel as the tenant calls it in Chinese, like beverages and spots.
alter table payment_config add column custom_name_zh text not null default '';
