-- Why: a start only adds what a dictionary lacks, so that installations of before kept words that the console says otherwise by now.
-- A word that somebody changed is his, and stays.
update dictionary set name_en = said.now from (values
  ('tenant_status', 'Tenant', 'Tenant status'),
  ('command_state', 'Command state', 'State of a command')
) as said (code, before, now)
 where dictionary.code = said.code and dictionary.name_en = said.before;
update dictionary set name_zh = said.now from (values
  ('alarm_type', '报警类型', '告警类型'),
  ('refund_provider_state', '支付平台退款状态', '支付渠道退款状态')
) as said (code, before, now)
 where dictionary.code = said.code and dictionary.name_zh = said.before;
update dictionary_item set text_en = said.now from (values
  ('tenant_status', '0', 'Disabled', 'Frozen'),
  ('order_status', '3', 'In production queue', 'Paid, in queue'),
  ('order_list_filter', '7', 'Timeout exception', 'Timeout'),
  ('order_source', '1', 'Ordering kiosk', 'Kiosk'),
  ('refund_status', '102', 'Approved and returned', 'Returned'),
  ('refund_status', '103', 'Refused', 'Rejected'),
  ('command_state', 'succeeded', 'Succeeded', 'Done'),
  ('command_state', 'timed_out', 'Timed out', 'No result in time'),
  ('powerbank_order_status', '7', 'Timeout exception', 'Timeout'),
  ('invitation_state', 'open', 'Sent', 'Open'),
  ('login_act', 'forced', 'Logged out by somebody', 'Forced logout'),
  ('notification_channel', 'email', 'Mail', 'E-mail'),
  ('notification_channel', 'api', 'Call of an API', 'API'),
  ('notification_channel', 'backend', 'Message in the console', 'Back-end message'),
  ('push_status', 'skipped', 'Skipped', 'No longer true'),
  ('scan_kind', 'qr', 'Code of a machine', 'Code of a robot')
) as said (code, value, before, now)
 where dictionary_item.code = said.code and dictionary_item.value = said.value and dictionary_item.text_en = said.before;
update dictionary_item set text_zh = said.now from (values
  ('order_status', '3', '排队制作中', '已支付，排队中'),
  ('order_status', '4', '制作异常', '制作失败'),
  ('order_status', '5', '待取', '待取杯'),
  ('order_status', '5', '待取货', '待取杯'),
  ('order_status', '6', '已取', '已取杯'),
  ('order_status', '6', '已取货', '已取杯'),
  ('order_status', '7', '超时异常', '异常'),
  ('order_step', '2', '制作完成', '已制作'),
  ('order_step', '6', '超时异常', '超时'),
  ('order_event', '2301', '制作完成', '已制作'),
  ('order_event', '2401', '制作完成未取', '已制作，未取走'),
  ('order_event', '2402', '制作完成已取', '已制作，已取走'),
  ('order_event', '10101', '用户申请退款', '顾客申请退款'),
  ('order_event', '11101', '用户取消', '顾客取消'),
  ('order_list_filter', '7', '超时异常', '超时'),
  ('coupon_code_origin', 'claim', '用户领取', '顾客领取'),
  ('order_source', '2', 'App', '应用'),
  ('refund_status', '100', '用户申请', '顾客申请'),
  ('refund_status', '102', '已同意并退回', '已退回'),
  ('refund_status', '104', '已取消', '已撤回'),
  ('command_state', 'succeeded', '成功', '已完成'),
  ('command_state', 'timed_out', '超时', '超时无结果'),
  ('powerbank_order_status', '7', '超时异常', '超时'),
  ('invitation_state', 'open', '已发送', '待接受'),
  ('case_proof', 'pickup', '取货码', '取杯码'),
  ('close_difference_kind', 'paid_not_recorded', '已在支付方付款，我方未入账', '已在支付渠道付款，我方未入账'),
  ('close_difference_kind', 'not_at_provider', '我方已付款，支付方没有', '我方已付款，支付渠道没有'),
  ('close_difference_kind', 'refund_unknown', '支付方已退款，我方未记录', '支付渠道已退款，我方未记录'),
  ('close_difference_kind', 'refund_not_at_provider', '我方已退款，支付方没有', '我方已退款，支付渠道没有'),
  ('close_subject', 'provider', '支付方', '支付渠道'),
  ('close_act', 'take_over', '采用支付方状态', '采用支付渠道状态'),
  ('close_sheet_section', 'provider', '支付方', '支付渠道'),
  ('rental_repair_kind', 'in-slot', '已在仓位，租借未结束', '已在槽位，租借未结束'),
  ('rental_repair_kind', 'never-left', '未离开仓位', '未离开槽位'),
  ('rental_repair_kind', 'not-there', '已归还但不在仓位', '已归还但不在槽位'),
  ('alarm_type', 'spot_network', '点位网络', '网点网络'),
  ('notification_channel', 'api', 'API 消息', 'API'),
  ('push_status', 'failed', '失败', '发送失败'),
  ('push_status', 'skipped', '已跳过', '已失效'),
  ('scan_kind', 'qr', '机器二维码', '机器人二维码'),
  ('push_run_state', 'declined', '已驳回', '已拒绝'),
  ('refund_origin', 'provider', '支付平台', '支付渠道')
) as said (code, value, before, now)
 where dictionary_item.code = said.code and dictionary_item.value = said.value and dictionary_item.text_zh = said.before;

-- Messages are in any language (decision 139): nothing asks for this one any more. It goes where nobody made it his own.
delete from dictionary
 where code = 'message_language' and is_delivered and updated_by is null and removed_at is null
   and not exists (select from dictionary_item as item
                    where item.code = 'message_language'
                      and (value, text_en, text_zh, status) not in (('en-US', 'English', '英语', 1), ('zh-CN', 'Chinese', '中文', 1)));
