import type { Dictionary } from './dictionaries.ts';

/** In the order of the older numbers 1 to 6 (settled 117). */
const CHANNEL_WORDS: Dictionary['items'] = [
  ['sms', 'Text message', '短信'],
  ['email', 'E-mail', '邮件'],
  ['wechat', 'WeChat', '微信'],
  ['push', 'App push', 'App 推送'],
  ['api', 'API', 'API'],
  ['backend', 'Back-end message', '后台消息'],
];
const MESSAGE_STATE_WORDS: Dictionary['items'] = [
  ['pending', 'Queued', '排队中'],
  ['held', 'Held', '暂缓发送'],
  ['sent', 'Sent', '已发送'],
  ['delivered', 'Delivered', '已送达'],
  ['failed', 'Failed', '发送失败'],
  ['opted-out', 'Opted out', '已退订'],
  ['skipped', 'No longer true', '已失效'],
  ['stopped', 'Stopped', '已停止'],
];

/** Closed sets of domain.md 1, 4 and 8, with the codes that it gives or settled.md decided. */
export const ENUMERATIONS: readonly Dictionary[] = [
  {
    code: 'dict_type',
    name: ['Values of a dictionary', '字典值类型'],
    items: [
      ['0', 'Texts', '文本'],
      ['1', 'Numbers', '数字'],
    ],
  },
  {
    code: 'fill_rule_handler',
    name: ['Handlers of fill rules', '填值规则处理器'],
    items: [
      ['serial_number', 'Numbers in a row, with a date', '流水号（含日期）'],
      ['org_code', 'Code of the next department', '部门编码'],
      ['position_code', 'Code of the next position', '职务编码'],
      ['random_code', 'Random code', '随机码'],
    ],
  },
  {
    code: 'fill_rule_date',
    name: ['Date in a number', '编号中的日期'],
    items: [
      ['day', 'Day: 20261125', '年月日：20261125'],
      ['month', 'Month: 202611', '年月：202611'],
      ['year', 'Year: 2026', '年：2026'],
      ['none', 'None', '无'],
    ],
  },
  {
    code: 'fill_rule_alphabet',
    name: ['Characters of a random code', '随机码字符'],
    items: [
      ['mixed', 'Digits and letters that do not look alike', '数字和字母（不含易混字符）'],
      ['digits', 'Digits', '数字'],
      ['letters', 'Letters', '字母'],
    ],
  },
  {
    code: 'coupon_type',
    name: ['Coupon type', '优惠券类型'],
    items: [
      ['1', 'Rate off one item (app or QR)', '单品折扣（App/扫码）'],
      ['2', 'Rate off the whole order (app or QR)', '整单折扣（App/扫码）'],
      ['3', 'Amount off above a threshold', '满减'],
      ['4', 'Amount off without a threshold', '无门槛立减'],
      ['5', 'Amount off at the POS', 'POS 立减'],
      ['6', 'Rate off at the POS', 'POS 折扣'],
    ],
  },
  {
    code: 'claim_frequency',
    name: ['How often a coupon can be claimed', '优惠券领取频率'],
    items: [
      ['1', 'Once a day', '每天一次'],
      ['2', 'Once a week', '每周一次'],
      ['3', 'Once a month', '每月一次'],
      ['0', 'Only once', '仅一次'],
    ],
  },
  {
    code: 'coupon_code_status',
    name: ['Status of a coupon code', '优惠码状态'],
    items: [
      ['0', 'Not used', '未使用'],
      ['1', 'Used', '已使用'],
    ],
  },
  {
    code: 'coupon_code_origin',
    name: ['How a coupon code was handed out', '优惠码发放方式'],
    items: [
      ['claim', 'Claimed by the customer', '顾客领取'],
      ['sent', 'Sent by staff', '后台发放'],
      ['rule', 'Sent by a rule', '自动发放'],
      ['points', 'Points mall', '积分商城'],
      ['stamps', 'Stamp card', '集点卡'],
      ['batch', 'Unique code for print', '印刷唯一码'],
      ['custom', 'Custom code', '自定义码'],
    ],
  },
  {
    code: 'send_frequency',
    name: ['How often coupons are sent', '自动发券频率'],
    items: [
      ['yearly', 'Yearly', '每年'],
      ['monthly', 'Monthly', '每月'],
      ['daily', 'Daily', '每天'],
      ['hourly', 'Hourly', '每小时'],
    ],
  },
  {
    code: 'reward_type',
    name: ['Occasion of a reward', '奖励类型'],
    items: [
      ['1', 'At set times', '定时'],
      ['2', 'At registration', '注册时'],
      ['3', 'First paid order', '首单支付'],
      ['4', 'Birthday', '生日'],
    ],
  },
  {
    code: 'weekday',
    name: ['Day of the week', '星期'],
    items: [
      ['1', 'Monday', '星期一'],
      ['2', 'Tuesday', '星期二'],
      ['3', 'Wednesday', '星期三'],
      ['4', 'Thursday', '星期四'],
      ['5', 'Friday', '星期五'],
      ['6', 'Saturday', '星期六'],
      ['7', 'Sunday', '星期日'],
    ],
  },
  {
    code: 'jump_type',
    name: ['Where a picture leads', '跳转类型'],
    items: [
      ['0', 'Nowhere', '不跳转'],
      ['1', 'Page of the mini-program', '小程序内部页面'],
      ['2', 'Page of the app', 'App 内部页面'],
      ['3', 'Address in the mini-program', '小程序链接'],
      ['4', 'Address in the app', 'App 链接'],
    ],
  },
  {
    code: 'jump_page',
    name: ['Page to lead to', '跳转页面'],
    items: [
      ['help', 'Help', '帮助'],
      ['join', 'Form to join', '加盟表单'],
      ['cart', 'Shopping cart', '购物车'],
      ['coupons', 'List of coupons', '优惠券列表'],
    ],
  },
  {
    code: 'notification_channel',
    name: ['Notification channel', '通知渠道'],
    items: CHANNEL_WORDS,
  },
  {
    code: 'ad_orientation',
    name: ['Display of an ad clip', '广告显示方向'],
    items: [
      ['horizontal', 'Horizontal', '横屏'],
      ['vertical', 'Vertical', '竖屏'],
    ],
  },
  {
    code: 'rental_order_type',
    name: ['Rental order type', '租借订单类型'],
    items: [
      ['lease', 'Lease', '租借'],
      ['deposit', 'Deposit', '押金'],
      ['repurchase', 'Repurchase', '购买'],
    ],
  },
  {
    code: 'slot_state',
    name: ['State of a slot', '槽位状态'],
    items: [
      ['empty', 'Empty', '空闲'],
      ['occupied', 'Occupied', '占用'],
      ['fault', 'Fault', '故障'],
      ['locked', 'Locked', '锁定'],
    ],
  },
  {
    code: 'points_mode',
    name: ['How points are earned', '积分方式'],
    items: [
      ['0', 'Closed', '关闭'],
      ['1', 'By cups', '按杯数'],
      ['2', 'By amount', '按金额'],
    ],
  },
  {
    code: 'redemption_state',
    name: ['State of a redemption', '兑换状态'],
    items: [
      ['1', 'Redeemed', '已兑换'],
      ['2', 'Taken back', '已撤销'],
    ],
  },
  {
    code: 'points_goods_type',
    name: ['Goods of the points mall', '积分商品类型'],
    items: [['1', 'Coupon', '优惠券']],
  },
  {
    code: 'app_layout',
    name: ['Layout of the app', 'App 布局'],
    items: [
      ['default', 'Default', '默认'],
      ['categories', 'With coffee categories', '含咖啡分类'],
    ],
  },
  {
    code: 'report_type',
    name: ['Report of a device', '上报方式'],
    items: [
      ['on_change', 'When its status changes', '状态变化时自动上报'],
      ['scheduled', 'Scheduled', '定时上报'],
    ],
  },
  {
    code: 'push_status',
    name: ['State of a message', '推送状态'],
    items: MESSAGE_STATE_WORDS,
  },
  {
    code: 'message_fault',
    name: ['Why a message did not arrive', '消息未送达的原因'],
    items: [
      ['not-configured', 'The channel is not set up', '渠道未配置'],
      ['refused', 'Refused by the provider', '服务商拒绝'],
      ['address-refused', 'The address of the provider may not be called', '不允许访问服务商地址'],
      ['expired', 'Too late: it is not valid any more', '已过期'],
      ['no-receiver', 'The provider knows no such receiver', '平台没有该接收人'],
      ['bounced', 'It did not arrive', '未送达'],
      ['unreachable', 'Nobody answers there', '无法连接'],
      ['busy', 'The provider is busy', '服务商繁忙'],
      ['lost', 'Lost: it was never tried to the end', '丢失：未能完成发送'],
    ],
  },
  {
    code: 'message_channel',
    name: ['Channel of a message', '消息渠道'],
    items: CHANNEL_WORDS,
  },
  {
    code: 'message_state',
    name: ['State of a message', '消息状态'],
    items: MESSAGE_STATE_WORDS,
  },
  {
    code: 'message_held',
    name: ['Why a message is held', '暂缓原因'],
    items: [
      ['quiet', 'Quiet hours', '免打扰时段'],
      ['person-limit', 'Limit per person', '个人上限'],
      ['tenant-limit', 'Limit per hour', '每小时上限'],
      ['channel-off', 'Channel is off', '渠道已停用'],
    ],
  },
  {
    code: 'message_kind',
    name: ['What a message is about', '消息类别'],
    items: [
      ['news', 'News and offers', '资讯与优惠'],
      ['coupons', 'Coupons', '优惠券'],
      ['points', 'Points', '积分'],
      ['orders', 'Orders', '订单'],
      ['rentals', 'Rentals', '租借'],
      ['alarms', 'Alarms', '告警'],
    ],
  },
  {
    code: 'coupon_rule_status',
    name: ['State of a coupon rule', '发券规则状态'],
    items: [
      ['enabled', 'On', '启用'],
      ['disabled', 'Off', '停用'],
    ],
  },
  {
    code: 'coupon_run_state',
    name: ['State of a sending', '发放状态'],
    items: [
      ['planned', 'Planned', '已计划'],
      ['off', 'Called off', '已取消'],
      ['waiting', 'Waiting', '等待中'],
      ['running', 'Sending', '发放中'],
      ['done', 'Sent', '已完成'],
      ['partial', 'Partly sent', '部分发放'],
      ['stopped', 'Stopped', '已停止'],
      ['failed', 'Failed', '失败'],
    ],
  },
  {
    code: 'scan_kind',
    name: ['What was scanned', '扫码内容'],
    items: [
      ['barcode', 'Barcode of a customer', '顾客条码'],
      ['qr', 'Code of a robot', '机器人二维码'],
    ],
  },
  {
    code: 'scan_result',
    name: ['Result of a scan', '扫码结果'],
    items: [
      ['found', 'Recognised', '已识别'],
      ['unknown', 'Unknown', '未知'],
      ['off', 'Switched off', '已停用'],
    ],
  },
  {
    code: 'push_audience',
    name: ['To whom a message goes', '推送对象'],
    items: [
      ['chosen', 'Chosen customers', '部分顾客'],
      ['all', 'All customers', '全部顾客'],
    ],
  },
  {
    code: 'push_run_state',
    name: ['State of a manual push', '手动推送状态'],
    items: [
      ['waiting', 'Waits for approval', '待审批'],
      ['declined', 'Declined', '已拒绝'],
      ['running', 'Being sent', '发送中'],
      ['stopped', 'Stopped', '已停止'],
      ['done', 'Done', '已完成'],
    ],
  },
  {
    code: 'push_event',
    name: ['Event of a scene', '推送事件'],
    items: [
      ['order-paid', 'Order paid', '订单已支付'],
      ['order-made', 'Order ready', '订单待取'],
      ['order-not-taken', 'Order not picked up for 5 minutes', '订单 5 分钟未取'],
      ['order-refunded', 'Order refunded', '订单已退款'],
      ['coupon-given', 'Coupon given', '发放优惠券'],
      ['coupon-ending', 'Coupon ends in 3 days', '优惠券 3 天后到期'],
      ['rental-begun', 'Rental begun', '租借开始'],
      ['rental-ended', 'Rental ended', '租借结束'],
      ['rental-overdue', 'Rental overdue', '租借超时'],
      ['points-changed', 'Points changed', '积分变动'],
      ['alarm-raised', 'Alarm raised', '设备告警'],
      ['alarm-escalated', 'Alarm nobody has acknowledged', '设备告警无人确认'],
      ['alarm-cleared', 'Alarm is over', '设备告警已解除'],
    ],
  },
  {
    code: 'upload_kind',
    name: ['What a picture is for', '图片用途'],
    items: [
      ['temp', 'Other', '其他'],
      ['avatar', 'Portrait', '头像'],
      ['icon', 'Icon', '图标'],
      ['logo', 'Logo', '标志'],
      ['beverage', 'Beverage', '饮品'],
      ['menu', 'Menu', '菜单'],
      ['latte-art', 'Latte art', '拉花图片'],
      ['points-goods', 'Points mall', '积分商城'],
      ['carousel', 'Carousel', '轮播图'],
      ['agreement', 'Agreement', '协议'],
      ['case', 'Photo of a customer', '顾客照片'],
      ['content', 'Inside of a text', '文本配图'],
      ['splash', 'Start picture', '启动图'],
      ['advert', 'Advert', '广告'],
      ['push', 'Message', '推送消息'],
    ],
  },
];
