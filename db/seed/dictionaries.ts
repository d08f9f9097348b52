import type { Kysely } from 'kysely';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { ENUMERATIONS } from './enumerations.ts';

export interface Dictionary {
  readonly code: string;
  readonly name: readonly [en: string, zh: string];
  /** In the order of display. */
  readonly items: readonly (readonly [value: string, en: string, zh: string])[];
}

const YES_NO = [
  ['1', 'Yes', '是'],
  ['0', 'No', '否'],
] as const;
const VALID = [
  ['1', 'Valid', '有效'],
  ['0', 'Invalid', '无效'],
] as const;
const NORMAL_FROZEN = [
  ['1', 'Normal', '正常'],
  ['2', 'Frozen', '冻结'],
] as const;

/** Those of system-api.md 5.6 that the screens rely on, and the status codes of the business domain (domain 4). */
const DICTIONARIES: readonly Dictionary[] = [
  {
    code: 'sex',
    name: ['Gender', '性别'],
    items: [
      ['1', 'Male', '男'],
      ['2', 'Female', '女'],
    ],
  },
  {
    code: 'access_request_state',
    name: ['State of a request for a right', '权限申请状态'],
    items: [
      ['open', 'Open', '待处理'],
      ['granted', 'Granted', '已授权'],
      ['refused', 'Refused', '已拒绝'],
    ],
  },
  {
    code: 'archive_kind',
    name: ['Kind of archived rows', '归档数据类型'],
    items: [
      ['orders', 'Steps of orders', '订单过程记录'],
      ['rentals', 'Steps of rentals', '租借过程记录'],
      ['device-events', 'Device events', '设备事件'],
      ['device-presence', 'Devices online and offline', '设备上下线'],
      ['device-commands', 'Commands by hand', '手动指令'],
      ['operations', 'Operation log', '操作日志'],
      ['logins', 'Login log', '登录日志'],
    ],
  },
  {
    code: 'archive_state',
    name: ['State of an archived month', '归档月份状态'],
    items: [
      ['archived', 'In files', '在文件中'],
      ['restoring', 'Coming back', '恢复中'],
      ['restored', 'In the database', '在数据库中'],
    ],
  },
  {
    code: 'invitation_state',
    name: ['Invitation state', '邀请状态'],
    items: [
      ['open', 'Open', '待接受'],
      ['accepted', 'Accepted', '已接受'],
      ['expired', 'Expired', '已过期'],
    ],
  },
  {
    code: 'user_identity',
    name: ['User identity', '用户身份'],
    items: [
      ['1', 'Ordinary', '普通成员'],
      ['2', 'Manager', '上级'],
    ],
  },
  {
    code: 'spot_access',
    name: ['Spots in sight', '可见网点'],
    items: [
      ['all', 'All spots', '全部网点'],
      ['all_but_add', 'All spots, may add none', '全部网点，不可新增'],
      ['selected', 'Chosen spots only', '仅指定网点'],
    ],
  },
  { code: 'user_status', name: ['User status', '用户状态'], items: NORMAL_FROZEN },
  { code: 'status', name: ['Status', '状态'], items: NORMAL_FROZEN },
  { code: 'valid_status', name: ['Validity', '有效无效状态'], items: VALID },
  {
    code: 'dict_item_status',
    name: ['Dictionary item status', '字典项状态'],
    items: [
      ['1', 'Enabled', '启用'],
      ['0', 'Disabled', '不启用'],
    ],
  },
  { code: 'yn', name: ['Yes or no', '是否'], items: YES_NO },
  {
    code: 'del_flag',
    name: ['Deletion', '删除状态'],
    items: [
      ['0', 'Present', '未删除'],
      ['1', 'Deleted', '已删除'],
    ],
  },
  {
    code: 'menu_type',
    name: ['Menu type', '菜单类型'],
    items: [
      ['0', 'First level', '一级菜单'],
      ['1', 'Submenu', '子菜单'],
      ['2', 'Button', '按钮权限'],
    ],
  },
  {
    code: 'perms_type',
    name: ['Permission policy', '授权策略'],
    items: [
      ['1', 'Shown when granted', '显示'],
      ['2', 'Disabled unless granted', '禁用'],
    ],
  },
  {
    code: 'global_perms_type',
    name: ['Global permission policy', '全局权限策略'],
    items: [
      ['1', 'Visible when granted', '可见/可访问'],
      ['2', 'Editable when granted', '可编辑'],
    ],
  },
  {
    code: 'log_type',
    name: ['Log type', '日志类型'],
    items: [
      ['1', 'Login', '登录日志'],
      ['2', 'Operation', '操作日志'],
    ],
  },
  {
    code: 'operate_type',
    name: ['Operation', '操作类型'],
    items: [
      ['1', 'Query', '查询'],
      ['2', 'Add', '添加'],
      ['3', 'Update', '修改'],
      ['4', 'Delete', '删除'],
      ['5', 'Import', '导入'],
      ['6', 'Export', '导出'],
    ],
  },
  {
    code: 'login_act',
    name: ['Event of the login log', '登录事件'],
    items: [
      ['login', 'Logged in', '登录成功'],
      ['refused', 'Refused', '被拒绝'],
      ['logout', 'Logged out', '退出登录'],
      ['forced', 'Forced logout', '被强制下线'],
    ],
  },
  {
    code: 'login_tenant',
    name: ['Tenant entered', '进入的租户'],
    items: [
      ['this', 'This tenant', '本租户'],
      ['other', 'Another tenant', '其他租户'],
    ],
  },
  {
    code: 'quartz_status',
    name: ['Scheduled job status', '定时任务状态'],
    items: [
      ['0', 'Normal', '正常'],
      ['-1', 'Stopped', '停止'],
    ],
  },
  {
    code: 'priority',
    name: ['Priority', '优先级'],
    items: [
      ['L', 'Low', '低'],
      ['M', 'Medium', '中'],
      ['H', 'High', '高'],
    ],
  },
  {
    code: 'msg_category',
    name: ['Message category', '消息类别'],
    items: [
      ['1', 'Announcement', '通知公告'],
      ['2', 'System message', '系统消息'],
    ],
  },
  {
    code: 'msg_type',
    name: ['Recipients', '通告对象'],
    items: [
      ['USER', 'Chosen users', '指定用户'],
      ['ALL', 'All users', '全体用户'],
    ],
  },
  {
    code: 'send_status',
    name: ['Publication', '发布状态'],
    items: [
      ['0', 'Unpublished', '未发布'],
      ['1', 'Published', '已发布'],
      ['2', 'Revoked', '已撤销'],
    ],
  },
  {
    code: 'msgType',
    name: ['Message channel', '推送类别'],
    items: [
      ['1', 'SMS', '短信'],
      ['2', 'E-mail', '邮件'],
      ['3', 'WeChat', '微信'],
      ['4', 'System', '系统'],
    ],
  },
  {
    code: 'msgSendStatus',
    name: ['Delivery', '推送状态'],
    items: [
      ['0', 'Not sent', '未推送'],
      ['1', 'Sent', '推送成功'],
      ['2', 'Failed', '推送失败'],
    ],
  },
  {
    code: 'tenant_status',
    name: ['Tenant status', '租户状态'],
    items: [
      ['1', 'Normal', '正常'],
      ['0', 'Frozen', '冻结'],
    ],
  },
  {
    code: 'position_rank',
    name: ['Rank', '职务级别'],
    items: [
      ['1', 'Staff', '员级'],
      ['2', 'Assistant', '助级'],
      ['3', 'Middle', '中级'],
      ['4', 'Deputy senior', '副高级'],
      ['5', 'Senior', '正高级'],
    ],
  },
  {
    code: 'org_category',
    name: ['Department category', '机构类型'],
    items: [
      ['1', 'Company', '公司'],
      ['2', 'Department', '部门'],
      ['3', 'Post', '岗位'],
    ],
  },
  {
    code: 'depart_status',
    name: ['Department status', '部门状态'],
    items: [
      ['1', 'Enabled', '启用'],
      ['0', 'Disabled', '不启用'],
    ],
  },
  {
    code: 'activiti_sync',
    name: ['Workflow sync', '同步工作流引擎'],
    items: [
      ['1', 'Synchronised', '同步'],
      ['0', 'Not synchronised', '不同步'],
    ],
  },
  {
    code: 'order_status',
    name: ['Order status', '订单状态'],
    items: [
      ['1', 'Awaiting payment', '待支付'],
      ['2', 'Payment failed', '支付失败'],
      ['3', 'Paid, in queue', '已支付，排队中'],
      ['4', 'Making failed', '制作失败'],
      ['5', 'Awaiting pickup', '待取杯'],
      ['6', 'Picked up', '已取杯'],
      ['7', 'Exception', '异常'],
    ],
  },
  {
    code: 'order_step',
    name: ['Order step', '订单步骤'],
    items: [
      ['0', 'Not made', '未制作'],
      ['1', 'Making', '制作中'],
      ['2', 'Made', '已制作'],
      ['3', 'Taken', '已取走'],
      ['4', 'Failed', '失败'],
      ['6', 'Timed out', '超时'],
    ],
  },
  {
    code: 'order_event',
    name: ['Order event', '订单事件'],
    items: [
      ['2101', 'Created, not paid', '已下单未支付'],
      ['2201', 'Paid', '已支付'],
      ['2251', 'Making', '制作中'],
      ['2252', 'Making failed', '制作失败'],
      ['2301', 'Made', '已制作'],
      ['2401', 'Made, not taken', '已制作，未取走'],
      ['2402', 'Made and taken', '已制作，已取走'],
      ['10101', 'Refund asked by the customer', '顾客申请退款'],
      ['10102', 'Refund opened by staff', '后台发起退款'],
      ['10201', 'Refunded', '退款成功'],
      ['11101', 'Cancelled by the customer', '顾客取消'],
      ['11102', 'Cancelled by staff', '后台取消'],
    ],
  },
  {
    code: 'order_list_filter',
    name: ['Order list filter', '订单列表筛选'],
    items: [
      ['-1', 'All', '全部'],
      ['1', 'Processing', '进行中'],
      ['2', 'Complete', '已完成'],
      ['3', 'Abnormal', '异常'],
      ['4', 'Refunding', '退款中'],
      ['5', 'Refunded', '已退款'],
      ['7', 'Timeout', '超时'],
    ],
  },
  {
    code: 'order_source',
    name: ['Order source', '订单来源'],
    items: [
      ['0', 'Unknown', '未知'],
      ['1', 'Kiosk', '点单机'],
      ['2', 'App', '应用'],
      ['3', 'Mini-program', '小程序'],
    ],
  },
  {
    code: 'order_type',
    name: ['Order type', '订单类型'],
    items: [
      ['0', 'Drink order', '饮品订单'],
      ['1', 'Free order', '免费订单'],
      ['2', 'Made again', '重新制作'],
    ],
  },
  {
    code: 'order_payment_channel',
    name: ['Payment channel of an order', '订单支付渠道'],
    items: [
      ['stripe', 'Card', '银行卡'],
      ['free', 'Free', '免费'],
      ['sandbox', 'Sandbox', '沙箱'],
      ['card', 'Card at the machine', '机上刷卡'],
      ['cash', 'Cash', '现金'],
      ['pos', 'Terminal', '终端'],
    ],
  },
  {
    code: 'paid_kind',
    name: ['What was paid for', '付款对象'],
    items: [
      ['coffee', 'Coffee order', '咖啡订单'],
      ['rental', 'Rental', '租借订单'],
    ],
  },
  {
    code: 'payment_purpose',
    name: ['Kind of payment', '付款类型'],
    items: [
      ['sale', 'Payment', '付款'],
      ['deposit', 'Deposit', '押金'],
    ],
  },
  {
    code: 'payment_state',
    name: ['Payment state', '支付状态'],
    items: [
      ['created', 'Created', '已创建'],
      ['pending', 'Pending', '处理中'],
      ['requires_action', 'Needs confirmation', '待确认'],
      ['held', 'Held', '已预授权'],
      ['succeeded', 'Paid', '已支付'],
      ['failed', 'Failed', '失败'],
      ['cancelled', 'Cancelled', '已取消'],
    ],
  },
  {
    code: 'dispute_state',
    name: ['State of a dispute', '争议状态'],
    items: [
      ['warning_needs_response', 'Inquiry: answer needed', '询问：待回复'],
      ['warning_under_review', 'Inquiry: with the bank', '询问：银行审核中'],
      ['needs_response', 'Answer needed', '待回复'],
      ['under_review', 'With the bank', '银行审核中'],
      ['appeal_needs_response', 'Appeal: answer needed', '申诉：待回复'],
      ['appeal_under_review', 'Appeal: with the bank', '申诉：银行审核中'],
      ['warning_closed', 'Inquiry closed', '询问已结束'],
      ['prevented', 'Prevented', '已避免'],
      ['won', 'Won', '已胜诉'],
      ['lost', 'Lost', '已败诉'],
    ],
  },
  {
    code: 'dispute_reason',
    name: ['Reason of a dispute', '争议原因'],
    items: [
      ['fraudulent', 'The cardholder says that he did not buy this', '持卡人称未进行该交易'],
      ['unrecognized', 'The cardholder does not recognise the payment', '持卡人不认得该笔交易'],
      ['product_not_received', 'The product was not received', '未收到商品'],
      ['product_unacceptable', 'The product was not as promised', '商品与描述不符'],
      ['duplicate', 'Charged twice', '重复扣款'],
      ['credit_not_processed', 'A promised refund did not come', '承诺的退款未到账'],
      ['subscription_canceled', 'Charged after a cancellation', '取消后仍被扣款'],
      ['general', 'No particular reason', '未说明具体原因'],
      ['customer_initiated', 'Opened by the customer', '由客户发起'],
      ['noncompliant', 'Against the rules of the card network', '违反卡组织规则'],
      ['bank_cannot_process', 'The bank cannot process the payment', '银行无法处理该笔支付'],
      ['check_returned', 'The cheque was returned', '支票被退回'],
      ['debit_not_authorized', 'The debit was not authorised', '扣款未经授权'],
      ['incorrect_account_details', 'Wrong account details', '账户信息有误'],
      ['insufficient_funds', 'Not enough money on the account', '账户余额不足'],
    ],
  },
  {
    code: 'payment_channel',
    name: ['Payment channel', '支付渠道'],
    items: [
      ['stripe', 'Card', '银行卡'],
      ['free', 'Free', '免费'],
      ['sandbox', 'Sandbox', '沙箱'],
    ],
  },
  {
    code: 'on_off',
    name: ['On or off', '启用或停用'],
    items: [
      ['1', 'On', '启用'],
      ['0', 'Off', '停用'],
    ],
  },
  {
    code: 'command_state',
    name: ['State of a command', '指令状态'],
    items: [
      ['queued', 'Queued', '排队中'],
      ['sent', 'Sent', '已发送'],
      ['accepted', 'Accepted', '已接收'],
      ['running', 'Running', '执行中'],
      ['succeeded', 'Done', '已完成'],
      ['failed', 'Failed', '失败'],
      ['timed_out', 'No result in time', '超时无结果'],
      ['expired', 'Expired', '已过期'],
      ['cancelled', 'Cancelled', '已取消'],
    ],
  },
  {
    code: 'device_kind',
    name: ['Kind of device', '设备种类'],
    items: [
      ['robot', 'Coffee robot', '咖啡机器人'],
      ['cabinet', 'Cabinet', '机柜'],
      ['pos', 'POS terminal', 'POS 终端'],
    ],
  },
  {
    code: 'log_download_state',
    name: ['State of a log download', '日志下载状态'],
    items: [
      ['creating', 'Creating', '生成中'],
      ['created', 'Created', '已生成'],
      ['failed', 'Failed', '失败'],
    ],
  },
  {
    code: 'log_download_step',
    name: ['Step of a log download', '日志下载步骤'],
    items: [
      ['robot', 'Asking the robot', '请求机器人'],
      ['parts', 'Receiving the log', '接收日志'],
      ['file', 'Writing the file', '写入文件'],
      ['done', 'Over', '已结束'],
    ],
  },
  {
    code: 'refill_run_state',
    name: ['State of a refill run', '补货任务状态'],
    items: [
      ['planned', 'Planned', '已计划'],
      ['running', 'Under way', '进行中'],
      ['done', 'Done', '已完成'],
      ['cancelled', 'Cancelled', '已取消'],
    ],
  },
  {
    code: 'fleet_change_kind',
    name: ['Kind of a change of robots', '批量变更类型'],
    items: [
      ['settings', 'Settings', '设置'],
      ['broker', 'Broker', 'MQTT 服务器'],
      ['menu', 'Menu and prices', '菜单与价格'],
      ['firmware', 'Firmware', '固件'],
    ],
  },
  {
    code: 'fleet_change_state',
    name: ['State of a change of robots', '批量变更状态'],
    items: [
      ['running', 'Running', '进行中'],
      ['stopped', 'Stopped', '已停止'],
      ['done', 'Done', '已完成'],
      ['taking_back', 'Being taken back', '正在撤回'],
      ['taken_back', 'Taken back', '已撤回'],
    ],
  },
  {
    code: 'fleet_change_stage',
    name: ['Stage of a change of robots', '批量变更阶段'],
    items: [
      ['0', 'First robot', '首台'],
      ['1', 'A tenth', '十分之一'],
      ['2', 'All', '全部'],
    ],
  },
  {
    code: 'robot_drift_state',
    name: ['Drift of a robot', '机器人偏差'],
    items: [
      ['by_hand', 'Changed at the device', '在设备上被修改'],
      ['refused', 'Refused', '设备拒绝'],
      ['not_taken', 'Not taken over', '未接受'],
      ['firmware', 'Other firmware', '固件不同'],
      ['unknown', 'Has reported nothing', '尚未上报'],
      ['same', 'As wanted', '一致'],
    ],
  },
  {
    code: 'broker_move_state',
    name: ['State of a change of brokers', '更换服务器状态'],
    items: [
      ['waiting', 'Waiting', '等待中'],
      ['moving', 'On its way', '切换中'],
      ['arrived', 'Arrived', '已切换'],
      ['returned', 'Went back', '已退回'],
      ['refused', 'Not moved', '未切换'],
    ],
  },
  {
    code: 'alarm_severity',
    name: ['Severity of an alarm', '告警级别'],
    items: [
      ['minor', 'Minor', '轻微'],
      ['major', 'Major', '重要'],
      ['critical', 'Critical', '紧急'],
    ],
  },
  {
    code: 'alarm_state',
    name: ['State of an alarm', '告警状态'],
    items: [
      ['open', 'Open', '未处理'],
      ['acknowledged', 'Acknowledged', '已确认'],
      ['cleared', 'Over', '已结束'],
    ],
  },
  {
    code: 'case_wish',
    name: ['Wish of a customer', '顾客要求'],
    items: [
      ['money', 'Money back', '退款'],
      ['again', 'Make again', '重新制作'],
    ],
  },
  {
    code: 'case_proof',
    name: ['How an order was shown to be one’s own', '订单证明方式'],
    items: [
      ['pickup', 'Pickup code', '取杯码'],
      ['payment', 'Number and amount', '订单号与金额'],
    ],
  },
  {
    code: 'daily_close_state',
    name: ['State of a day', '日结状态'],
    items: [
      ['running', 'Being matched', '核对中'],
      ['open', 'Open', '未签核'],
      ['failed', 'Not matched', '核对失败'],
      ['signed', 'Signed off', '已签核'],
    ],
  },
  {
    code: 'close_difference_kind',
    name: ['Kind of difference', '差异类型'],
    items: [
      ['paid_not_recorded', 'Paid at the provider, not with us', '已在支付渠道付款，我方未入账'],
      ['not_at_provider', 'Paid with us, not at the provider', '我方已付款，支付渠道没有'],
      ['amount_differs', 'The amount differs', '金额不一致'],
      ['currency_differs', 'The currency differs', '币种不一致'],
      ['double_charge', 'Charged twice', '重复扣款'],
      ['double_refund', 'Refunded twice', '重复退款'],
      ['refund_unknown', 'Refunded at the provider, not with us', '支付渠道已退款，我方未记录'],
      ['dispute_unknown', 'Disputed at the provider, not with us', '支付渠道有争议，我方未记录'],
      ['refund_not_at_provider', 'Refunded with us, not at the provider', '我方已退款，支付渠道没有'],
      ['refund_amount_differs', 'The refunded amount differs', '退款金额不一致'],
      ['paid_not_made', 'Paid and not made', '已付款未制作'],
      ['made_not_paid', 'Made and not paid', '已制作未付款'],
      ['delivered_after_refund', 'Handed out after the refund', '退款后仍出杯'],
      ['captured_too_much', 'More was taken than the fee', '扣款超过费用'],
      ['hold_not_released', 'A hold was never released', '预授权未释放'],
      ['money_without_unit', 'Money was taken and no unit came out', '已扣款但未借出'],
      ['unit_without_money', 'A unit came out without a hold', '已借出但没有预授权'],
    ],
  },
  {
    code: 'close_difference_state',
    name: ['State of a difference', '差异状态'],
    items: [
      ['open', 'Open', '未处理'],
      ['mending', 'Being mended', '处理中'],
      ['settled', 'Settled', '已解决'],
      ['accepted', 'Accepted', '已接受'],
    ],
  },
  {
    code: 'close_subject',
    name: ['What a difference is about', '差异对象'],
    items: [
      ['order', 'Order', '订单'],
      ['rental', 'Rental', '租借'],
      ['provider', 'Provider', '支付渠道'],
    ],
  },
  {
    code: 'close_act',
    name: ['What was done about a difference', '差异处理方式'],
    items: [
      ['take_over', 'Take over from the provider', '采用支付渠道状态'],
      ['make_again', 'Make again', '重新制作'],
      ['refund', 'Refund', '退款'],
      ['release', 'Release the hold', '释放预授权'],
    ],
  },
  {
    code: 'close_sheet_section',
    name: ['Part of the day sheet', '日结单部分'],
    items: [
      ['sales', 'Sales', '销售'],
      ['tax', 'Taxes', '税'],
      ['reductions', 'Discounts, coupons, extras', '折扣、优惠券与附加'],
      ['refunds', 'Refunds', '退款'],
      ['disputes', 'Disputes', '付款争议'],
      ['rentals', 'Rentals', '租借'],
      ['deliveries', 'Deliveries', '出杯'],
      ['provider', 'Payment provider', '支付渠道'],
      ['match', 'Three ways', '三方核对'],
    ],
  },
  {
    code: 'repair_state',
    name: ['State of a repair', '补救状态'],
    items: [
      ['waits_robot', 'Waits for the robot', '等待机器人'],
      ['waits_person', 'Waits for a person', '等待人工处理'],
      ['made_again', 'Being made again', '正在重做'],
      ['refunding', 'Being refunded', '退款中'],
      ['closed', 'Done', '已完成'],
    ],
  },
  {
    code: 'repair_outcome',
    name: ['Outcome of a repair', '补救结果'],
    items: [
      ['none', 'Open', '未结束'],
      ['delivered', 'Delivered', '已交付'],
      ['refunded', 'Refunded', '已退款'],
      ['partly', 'Partly delivered, rest refunded', '部分交付，其余退款'],
    ],
  },
  {
    code: 'undelivered_reason',
    name: ['Why it was not delivered', '未交付原因'],
    items: [
      ['robot_offline', 'Robot offline', '机器人离线'],
      ['no_answer', 'No answer of the robot', '机器人无应答'],
      ['stopped_making', 'Stopped while making', '制作中断'],
      ['failed', 'Making failed', '制作失败'],
      ['timed_out', 'Nothing for five hours', '五小时无进展'],
      ['no_work_order', 'No work order', '没有制作指令'],
    ],
  },
  {
    code: 'undelivered_rule',
    name: ['Rule for undelivered drinks', '未交付处理规则'],
    items: [
      ['same_robot', 'Make again on the same robot', '由同一机器人重做'],
      ['other_robot', 'Make again on another robot', '由其他机器人重做'],
      ['refund', 'Refund', '退款'],
      ['ask', 'Ask a person', '人工处理'],
    ],
  },
  {
    code: 'delivery_state',
    name: ['Webhook delivery state', '推送状态'],
    items: [
      ['0', 'Waiting', '等待中'],
      ['1', 'Delivered', '已送达'],
      ['2', 'Given up', '已放弃'],
    ],
  },
  {
    code: 'client_channel',
    name: ['Channel of a client', '客户端渠道'],
    items: [
      ['app', 'App', '应用'],
      ['kiosk', 'Kiosk', '自助机'],
      ['miniprogram', 'Mini-program', '小程序'],
    ],
  },
  {
    // in the order of the specification (domain 8)
    code: 'currency',
    name: ['Currency', '货币'],
    items: [
      ['SAR', 'SAR – Saudi riyal', 'SAR – 沙特里亚尔'],
      ['NOK', 'NOK – Norwegian krone', 'NOK – 挪威克朗'],
      ['OMR', 'OMR – Omani rial', 'OMR – 阿曼里亚尔'],
      ['CNY', 'CNY – Renminbi', 'CNY – 人民币'],
      ['EUR', 'EUR – Euro', 'EUR – 欧元'],
      ['GBP', 'GBP – Pound sterling', 'GBP – 英镑'],
      ['USD', 'USD – US dollar', 'USD – 美元'],
      ['JPY', 'JPY – Japanese yen', 'JPY – 日元'],
      ['KRW', 'KRW – South Korean won', 'KRW – 韩元'],
      ['FRF', 'FRF – French franc (withdrawn)', 'FRF – 法国法郎（已停用）'],
      ['IEP', 'IEP – Irish pound (withdrawn)', 'IEP – 爱尔兰镑（已停用）'],
      ['NLG', 'NLG – Dutch guilder (withdrawn)', 'NLG – 荷兰盾（已停用）'],
      ['SEK', 'SEK – Swedish krona', 'SEK – 瑞典克朗'],
      ['MXN', 'MXN – Mexican peso', 'MXN – 墨西哥比索'],
      ['ILS', 'ILS – Israeli new shekel', 'ILS – 以色列新谢克尔'],
      ['PLN', 'PLN – Polish zloty', 'PLN – 波兰兹罗提'],
      ['AED', 'AED – UAE dirham', 'AED – 阿联酋迪拉姆'],
    ],
  },
  {
    code: 'refund_status',
    name: ['Refund status', '退款状态'],
    items: [
      ['100', 'Asked by the customer', '顾客申请'],
      ['101', 'Opened by staff', '后台退款'],
      ['102', 'Returned', '已退回'],
      ['103', 'Rejected', '已拒绝'],
      ['104', 'Withdrawn', '已撤回'],
    ],
  },
  {
    code: 'refund_origin',
    name: ['Refund opened by', '退款发起方'],
    items: [
      ['customer', 'Customer', '顾客'],
      ['staff', 'Staff', '后台'],
      ['automatic', 'Automatic', '自动'],
      ['provider', 'Payment provider', '支付渠道'],
    ],
  },
  {
    code: 'refund_provider_state',
    name: ['Refund at the payment provider', '支付渠道退款状态'],
    items: [
      ['pending', 'On its way', '处理中'],
      ['failed', 'Refused, tried again', '失败，重试中'],
      ['succeeded', 'Returned', '已退回'],
    ],
  },
  {
    code: 'hardware_kind',
    name: ['Hardware kind', '硬件种类'],
    items: [
      ['ice_maker', 'Ice maker', '制冰机'],
      ['robot_arm', 'Robot arm', '机械臂'],
      ['food_printer', 'Food printer', '食品打印机'],
      ['plc', 'PLC', 'PLC'],
      ['ipc', 'IPC', '工控机'],
      ['milk_frother', 'Milk frother', '奶泡机'],
      ['syrup_maker', 'Syrup maker', '糖浆机'],
      ['coffee_maker', 'Coffee maker', '咖啡机'],
    ],
  },
  {
    code: 'pos_status',
    name: ['POS terminal status', 'POS 终端状态'],
    items: [
      ['enabled', 'In use', '启用'],
      ['disabled', 'Off', '停用'],
    ],
  },
  {
    code: 'hardware_status',
    name: ['Hardware status', '硬件状态'],
    items: [
      ['in_use', 'In use', '使用中'],
      ['spare', 'Spare', '备用'],
      ['broken', 'Broken', '损坏'],
    ],
  },
  {
    code: 'fault_severity',
    name: ['Weight of a fault', '故障级别'],
    items: [
      ['critical', 'Critical', '严重'],
      ['major', 'Major', '重要'],
      ['minor', 'Minor', '轻微'],
    ],
  },
  {
    code: 'robot_status',
    name: ['Robot status', '机器人状态'],
    items: [
      ['normal', 'Normal', '正常'],
      ['maintain', 'In maintenance', '维护中'],
      ['offline', 'Offline', '离线'],
    ],
  },
  {
    code: 'sold_out',
    name: ['Sold-out state', '售罄状态'],
    items: [
      ['available', 'All available', '全部可售'],
      ['partly', 'Partially sold out', '部分售罄'],
      ['soldOut', 'Fully sold out', '全部售罄'],
    ],
  },
  {
    code: 'outlet_state',
    name: ['Outlet state', '出货口状态'],
    items: [
      ['notProduced', 'Not produced', '未出品'],
      ['placed', 'Placed', '已放置'],
      ['opened', 'Opened', '已打开'],
    ],
  },
  {
    code: 'spot_status',
    name: ['Service spot status', '网点状态'],
    items: [
      ['in_business', 'In business', '营业中'],
      ['suspended', 'Suspended', '暂停营业'],
    ],
  },
  {
    code: 'beverage_temperature',
    name: ['Hot or cold beverage', '饮品冷热'],
    items: [
      ['hot', 'Hot', '热'],
      ['cold', 'Cold', '冷'],
    ],
  },
  {
    code: 'beverage_status',
    name: ['Beverage status', '饮品状态'],
    items: [
      ['on_sale', 'On sale', '在售'],
      ['off_sale', 'Off sale', '已下架'],
    ],
  },
  {
    code: 'option_group_kind',
    name: ['Choice of a group', '选项组选择方式'],
    items: [
      ['single', 'Single choice', '单选'],
      ['multiple', 'Multiple choice', '多选'],
    ],
  },
  {
    code: 'material_type',
    name: ['Material type', '物料类型'],
    items: [
      ['1', 'Beans', '咖啡豆'],
      ['2', 'Water', '水'],
      ['3', 'Ice', '冰'],
      ['4', 'Syrup', '糖浆'],
      ['5', 'Milk and cold brew', '牛奶和冷萃'],
      ['6', 'Cup', '杯子'],
      ['7', 'Lid', '杯盖'],
      ['8', 'Thermal paper', '热敏纸'],
      ['9', 'Powder', '粉料'],
    ],
  },
  {
    code: 'material_unit',
    name: ['Unit of materials', '物料单位'],
    items: [
      ['g', 'g', '克'],
      ['ml', 'ml', '毫升'],
      ['piece', 'pieces', '个'],
    ],
  },
  {
    code: 'rule_conditions',
    name: ['Rule condition', '条件规则'],
    items: [
      ['>', 'Greater than', '大于'],
      ['>=', 'Greater than or equal', '大于等于'],
      ['<', 'Less than', '小于'],
      ['<=', 'Less than or equal', '小于等于'],
      ['=', 'Equal', '等于'],
      ['!=', 'Not equal', '不等于'],
      ['IN', 'One of', '包含'],
      ['LIKE', 'Contains', '全模糊'],
      ['LEFT_LIKE', 'Ends with', '左模糊'],
      ['RIGHT_LIKE', 'Begins with', '右模糊'],
    ],
  },
  {
    code: 'gateway_predicate',
    name: ['Condition of a gateway route', '网关路由条件'],
    items: [
      ['Path', 'Path', '路径 Path'],
      ['Method', 'Method', '方法 Method'],
      ['Host', 'Host', '主机 Host'],
      ['Header', 'Header', '请求头 Header'],
      ['Query', 'Query parameter', '查询参数 Query'],
      ['Cookie', 'Cookie', 'Cookie'],
      ['RemoteAddr', 'Address of the caller', '来源地址 RemoteAddr'],
      ['After', 'After a time', '时间之后 After'],
      ['Before', 'Before a time', '时间之前 Before'],
      ['Between', 'Between two times', '时间之间 Between'],
    ],
  },
  {
    code: 'gateway_filter',
    name: ['Filter of a gateway route', '网关过滤器'],
    items: [
      ['StripPrefix', 'Drop first parts of the path', '去除路径前缀 StripPrefix'],
      ['PrefixPath', 'Put before the path', '添加路径前缀 PrefixPath'],
      ['RewritePath', 'Rewrite the path', '重写路径 RewritePath'],
      ['AddRequestHeader', 'Add a header to the call', '添加请求头 AddRequestHeader'],
      ['RemoveRequestHeader', 'Drop a header of the call', '移除请求头 RemoveRequestHeader'],
      ['AddRequestParameter', 'Add a query parameter', '添加请求参数 AddRequestParameter'],
      ['AddResponseHeader', 'Add a header to the answer', '添加响应头 AddResponseHeader'],
      ['RemoveResponseHeader', 'Drop a header of the answer', '移除响应头 RemoveResponseHeader'],
      ['Retry', 'Try again', '重试 Retry'],
      ['RequestRateLimiter', 'Calls a second, and at once', '限流 RequestRateLimiter'],
    ],
  },
  {
    code: 'database_type',
    name: ['Database type', '数据库类型'],
    items: [
      ['1', 'MySQL 5.5', 'MySQL5.5'],
      ['2', 'Oracle', 'Oracle'],
      ['3', 'SQL Server', 'SQLServer'],
      ['4', 'MySQL 5.7+', 'MySQL5.7+'],
      ['5', 'MariaDB', 'MariaDB'],
      ['6', 'PostgreSQL', 'PostgreSQL'],
      ['7', 'DM', '达梦'],
      ['8', 'Kingbase', '人大金仓'],
      ['9', 'Oscar', '神通'],
      ['10', 'SQLite', 'SQLite'],
      ['11', 'DB2', 'DB2'],
      ['12', 'HSQLDB', 'Hsqldb'],
      ['13', 'Derby', 'Derby'],
      ['14', 'H2', 'H2'],
      ['15', 'Other', '其他数据库'],
    ],
  },
  {
    code: 'powerbank_order_status',
    name: ['Power-bank order status', '充电宝订单状态'],
    items: [
      ['1', 'Processing', '进行中'],
      ['2', 'Other unusual', '其他异常'],
      ['3', 'Complete, unpaid', '已完成未支付'],
      ['4', 'Complete, paid', '已完成已支付'],
      ['5', 'Ended by the system, unpaid', '系统结束未支付'],
      ['6', 'Ended by the system, paid', '系统结束已支付'],
      ['7', 'Timeout', '超时'],
    ],
  },
  {
    code: 'points_change_type',
    name: ['Points change', '积分变动类型'],
    items: [
      ['1', 'Earned by an order', '订单获得'],
      ['2', 'Spent on a redemption', '兑换消耗'],
      ['3', 'Added by staff', '后台增加'],
      ['4', 'Deducted by staff', '后台扣除'],
    ],
  },
  {
    code: 'splash_page_type',
    name: ['Splash page', '开屏页类型'],
    items: [
      ['0', 'Hidden', '不显示'],
      ['1', 'Always shown', '始终显示'],
      ['2', 'Shown, dismissed by a click', '显示，点击关闭'],
    ],
  },
  {
    code: 'tax_ui_type',
    name: ['Prices of a spot', '网点价格'],
    items: [
      ['inclusive', 'With tax', '含税'],
      ['exclusive', 'Without tax', '不含税'],
    ],
  },
  {
    code: 'coupon_applies',
    name: ['Coupon before or after tax', '优惠券抵扣时点'],
    items: [
      ['beforeTax', 'Before tax', '税前'],
      ['afterTax', 'After tax', '税后'],
    ],
  },
  {
    code: 'extra_amount_type',
    name: ['Extra amount', '附加金额类型'],
    items: [
      ['fixed', 'Fixed amount', '固定金额'],
      ['proportion', 'Part of the subtotal', '按小计比例'],
    ],
  },
  {
    code: 'ad_file_type',
    name: ['Kind of a clip', '广告素材类型'],
    items: [
      ['image', 'Picture', '图片'],
      ['video', 'Film', '视频'],
    ],
  },
  {
    code: 'ad_display',
    name: ['Display of a clip', '广告显示方向'],
    items: [
      ['vertical', 'Vertical', '竖屏'],
      ['horizontal', 'Horizontal', '横屏'],
    ],
  },
  {
    code: 'rental_status',
    name: ['Rental status', '租借状态'],
    items: [
      ['0', 'Not lent', '未借出'],
      ['1', 'Lent', '租借中'],
      ['2', 'Unusual', '异常'],
      ['3', 'Returned, not paid', '已归还，未支付'],
      ['4', 'Returned, paid', '已归还，已支付'],
      ['5', 'Ended, not paid', '已结束，未支付'],
      ['6', 'Ended, paid', '已结束，已支付'],
      ['7', 'Timed out', '超时异常'],
    ],
  },
  {
    code: 'rental_step',
    name: ['Step of a rental', '租借进度'],
    items: [
      ['holding', 'Waits for the deposit', '等待押金'],
      ['ejecting', 'Cabinet asked', '机柜出仓中'],
      ['out', 'With the customer', '顾客持有'],
      ['over', 'Ended', '已结束'],
      ['cancelled', 'Cancelled', '已取消'],
    ],
  },
  {
    code: 'rental_not_lent',
    name: ['Why nothing was lent', '未借出原因'],
    items: [
      ['payment-refused', 'The card was declined', '银行卡被拒'],
      ['payment-expired', 'The deposit was not paid in time', '未及时支付押金'],
      ['no-unit', 'No power bank was free', '没有可借的充电宝'],
      ['cabinet-offline', 'The cabinet was offline', '机柜离线'],
      ['nothing-ejected', 'The cabinet released nothing', '机柜未弹出充电宝'],
    ],
  },
  {
    code: 'rental_ended_by',
    name: ['How a rental ended', '租借结束方式'],
    items: [
      ['return', 'Return', '归还'],
      ['upload', 'Full upload', '全量上报'],
      ['staff', 'Staff', '员工'],
      ['system', 'Purchase', '购买'],
    ],
  },
  {
    code: 'rental_repair_kind',
    name: ['Contradiction of a rental', '租借矛盾类型'],
    items: [
      ['in-slot', 'In a slot, rental open', '已在槽位，租借未结束'],
      ['lent-again', 'Lent again, rental open', '已再次借出，租借未结束'],
      ['earlier-return', 'Perhaps returned earlier', '可能更早归还'],
      ['never-left', 'Never left its slot', '未离开槽位'],
      ['not-there', 'Returned, but not there', '已归还但不在槽位'],
    ],
  },
  {
    code: 'rental_repair_state',
    name: ['State of a contradiction', '租借矛盾状态'],
    items: [
      ['waiting', 'To decide', '待处理'],
      ['settled', 'Settled', '已处理'],
      ['dismissed', 'Dismissed', '已忽略'],
      ['gone', 'Gone by itself', '已自行消除'],
    ],
  },
  {
    code: 'rental_repair_by',
    name: ['Who decided a contradiction', '矛盾处理方'],
    items: [
      ['system', 'By itself', '系统'],
      ['staff', 'Staff', '员工'],
    ],
  },
  {
    code: 'cabinet_status',
    name: ['Cabinet status', '机柜状态'],
    items: [
      ['enabled', 'In use', '启用'],
      ['disabled', 'Off', '停用'],
    ],
  },
  {
    code: 'power_bank_state',
    name: ['Power bank state', '充电宝状态'],
    items: [
      ['in_slot', 'In a slot', '在槽位'],
      ['rented', 'Rented', '租借中'],
      ['in_service', 'In service hands', '运维中'],
      ['missing', 'Missing', '丢失'],
      ['sold', 'Sold', '已售出'],
      ['broken', 'Broken', '损坏'],
      ['moved', 'Moved to another tenant', '已转移到其他租户'],
    ],
  },
  {
    code: 'power_bank_cause',
    name: ['Power bank moved by', '充电宝变动原因'],
    items: [
      ['returned', 'Returned', '归还'],
      ['upload', 'Seen in a full upload', '全量上报发现'],
      ['ejected', 'Lent', '租出'],
      ['popped', 'Ejected by staff', '运维弹出'],
      ['unasked', 'Taken without being asked for', '未经请求取出'],
      ['absent', 'Gone from its slot', '槽位中消失'],
      ['sold', 'Bought', '买断'],
      ['staff', 'Set by staff', '人工设置'],
      ['moved', 'Moved with its cabinet', '随机柜转移'],
    ],
  },
  {
    code: 'power_bank_notice',
    name: ['Power bank notice', '充电宝通知'],
    items: [
      ['missing', 'Missing', '丢失'],
      ['low', 'Charge below 20 %', '电量低于 20%'],
      ['fault', 'Fault', '故障'],
      ['rented_long', 'Rented too long', '租借超时'],
      ['in_service', 'In service hands', '运维中'],
      ['contradiction', 'Seen at two places', '同时出现在两处'],
    ],
  },
  {
    code: 'power_bank_notice_state',
    name: ['Power bank notice state', '充电宝通知状态'],
    items: [
      ['open', 'Open', '待处理'],
      ['done', 'Done', '已处理'],
    ],
  },
  {
    code: 'purchase_mode',
    name: ['Price of a purchase', '买断计价方式'],
    items: [
      ['replace', 'In place of the fee', '代替租金'],
      ['add', 'On top of the fee', '另加于租金'],
    ],
  },
  {
    code: 'kiosk_theme',
    name: ['Kiosk theme', '自助终端主题'],
    items: [
      ['0', 'Default', '默认'],
      ['1', 'Light', '浅色'],
    ],
  },
  {
    code: 'receipt_layout',
    name: ['Receipt layout', '小票版式'],
    items: [
      ['default', 'Default', '默认'],
      ['swedish_transitional', 'Swedish, transitional', '瑞典过渡版'],
      ['latest', 'Latest, with logo and QR code', '最新版（含标志和二维码）'],
      ['minimal', 'Minimal', '精简版'],
    ],
  },
  {
    code: 'receipt_delivery',
    name: ['Receipt delivery', '小票发放方式'],
    items: [
      ['automatic', 'Automatic', '自动'],
      ['user_choice', 'The customer chooses', '由顾客选择'],
    ],
  },
  {
    code: 'alarm_type',
    name: ['Alarm', '告警类型'],
    items: [
      ['sub_device_fault', 'Sub-device fault', '子设备故障'],
      ['missing_material', 'Missing material', '缺料'],
      ['low_material', 'Low material', '物料偏低'],
      ['pos_network', 'POS network fault', 'POS 网络故障'],
      ['heartbeat', 'Robot heartbeat', '机器人心跳'],
      ['make_failure', 'Coffee make failure', '咖啡制作失败'],
      ['fridge_temperature', 'Fridge temperature', '冰箱温度'],
      ['maintenance', 'Maintenance', '保养'],
      ['missing_unit', 'Missing power banks', '缺少充电宝'],
      ['cabinet_heartbeat', 'Cabinet heartbeat', '机柜心跳'],
      ['spot_network', 'Network of the spot', '网点网络'],
    ],
  },
  {
    code: 'tenant_state',
    name: ['Tenant today', '租户当前状态'],
    items: [
      ['active', 'Works', '运行中'],
      ['frozen', 'Frozen', '已冻结'],
      ['notBegun', 'Not begun', '未开始'],
      ['ended', 'Ended', '已到期'],
    ],
  },
  {
    code: 'agreement_type',
    name: ['Agreement type', '协议类型'],
    items: [
      ['user', 'Terms of use', '用户协议'],
      ['privacy', 'Privacy policy', '隐私政策'],
    ],
  },
  {
    code: 'agreement_status',
    name: ['State of an agreement', '协议状态'],
    items: [
      ['1', 'Published', '已发布'],
      ['0', 'Draft', '草稿'],
    ],
  },
  {
    code: 'export_state',
    name: ['Export file', '导出文件状态'],
    items: [
      ['creating', 'Creating', '生成中'],
      ['created', 'Created', '已生成'],
      ['failed', 'Failed', '失败'],
    ],
  },
];

export const DELIVERED_DICTIONARIES = [...DICTIONARIES, ...ENUMERATIONS];

/** Adds what is missing; texts that somebody changed stay as they are. */
export async function recordDictionaries(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('dictionary')
    .values(
      DELIVERED_DICTIONARIES.map(({ code, name }) => ({
        code,
        name_en: name[0],
        name_zh: name[1],
        is_delivered: true,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('dictionary_item')
    .values(
      DELIVERED_DICTIONARIES.flatMap(({ code, items }) =>
        items.map(([value, text_en, text_zh], index) => ({
          ...{ code, value, text_en, text_zh, sort: index + 1 },
          is_delivered: true,
        })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
