import type { Language } from '#platform/http/contract/envelope.ts';
import type { PUSH_EVENTS } from '../contract/scenes.ts';

type Words = readonly [scene: string, title: string, content: string];

export interface DeliveredText {
  readonly event: (typeof PUSH_EVENTS)[number];
  readonly test: Readonly<Record<string, string | number>>;
  readonly words: Readonly<Record<Language, Words>>;
}

/** What an installation brings along for each event (settled 120, 123). */
export const DELIVERED_TEXTS: readonly DeliveredText[] = [
  {
    event: 'order-paid',
    test: { orderNo: 'A-101', amount: 'NOK 49.00', spot: 'Central station' },
    words: {
      'en-US': [
        'Order paid',
        'Order {orderNo} is paid',
        'Thank you. We got {amount} for your order {orderNo} at {spot}.',
      ],
      'zh-CN': ['订单已支付', '订单 {orderNo} 已支付', '感谢您的订购。{spot} 的订单 {orderNo} 已支付 {amount}。'],
    },
  },
  {
    event: 'order-made',
    test: { orderNo: 'A-101', spot: 'Central station', code: '4821' },
    words: {
      'en-US': ['Order ready', 'Your order {orderNo} is ready', 'Pick it up at {spot}. Your pickup code is {code}.'],
      'zh-CN': ['订单待取', '您的订单 {orderNo} 已制作完成', '请到 {spot} 取杯，取杯码 {code}。'],
    },
  },
  {
    event: 'order-not-taken',
    test: { orderNo: 'A-101', spot: 'Central station', code: '4821' },
    words: {
      'en-US': [
        'Order not picked up',
        'Your order {orderNo} is waiting',
        'It has been ready at {spot} for five minutes. Your pickup code is {code}.',
      ],
      'zh-CN': ['订单未取', '您的订单 {orderNo} 正在等您', '订单已在 {spot} 制作完成五分钟，取杯码 {code}。'],
    },
  },
  {
    event: 'order-refunded',
    test: { orderNo: 'A-101', amount: 'NOK 49.00' },
    words: {
      'en-US': [
        'Order refunded',
        'Refund for order {orderNo}',
        'We have returned {amount}. Your bank may take a few days to show it.',
      ],
      'zh-CN': ['订单已退款', '订单 {orderNo} 退款通知', '已退款 {amount}，银行到账可能需要几天时间。'],
    },
  },
  {
    event: 'coupon-given',
    test: { coupon: 'One free coffee', until: '2027-01-31' },
    words: {
      'en-US': ['Coupon given', 'A coupon for you: {coupon}', 'Use it until {until}.'],
      'zh-CN': ['发放优惠券', '您收到一张优惠券：{coupon}', '请在 {until} 之前使用。'],
    },
  },
  {
    event: 'coupon-ending',
    test: { coupon: 'One free coffee', until: '2027-01-31' },
    words: {
      'en-US': ['Coupon ends soon', 'Your coupon ends soon: {coupon}', 'It is valid until {until}.'],
      'zh-CN': ['优惠券即将到期', '您的优惠券即将到期：{coupon}', '有效期至 {until}。'],
    },
  },
  {
    event: 'rental-begun',
    test: { rental: 'R-2077', spot: 'Central station' },
    words: {
      'en-US': [
        'Rental begun',
        'Your rental {rental} has begun',
        'You took a power bank at {spot}. Return it at any cabinet.',
      ],
      'zh-CN': ['租借开始', '您的租借 {rental} 已开始', '您在 {spot} 借出了充电宝，可在任意机柜归还。'],
    },
  },
  {
    event: 'rental-ended',
    test: { rental: 'R-2077', amount: 'NOK 30.00' },
    words: {
      'en-US': ['Rental ended', 'Your rental {rental} has ended', 'Thank you for returning it. It costs {amount}.'],
      'zh-CN': ['租借结束', '您的租借 {rental} 已结束', '感谢归还，费用为 {amount}。'],
    },
  },
  {
    event: 'rental-overdue',
    test: { rental: 'R-2077', hours: 48 },
    words: {
      'en-US': [
        'Rental overdue',
        'Please return your power bank',
        'Your rental {rental} has been running for {hours} hours.',
      ],
      'zh-CN': ['租借超时', '请归还充电宝', '您的租借 {rental} 已持续 {hours} 小时。'],
    },
  },
  {
    event: 'points-changed',
    test: { change: 20, points: 340 },
    words: {
      'en-US': ['Points changed', 'You have {points} points', 'Your points changed by {change}.'],
      'zh-CN': ['积分变动', '您当前有 {points} 积分', '您的积分变动：{change}。'],
    },
  },
  {
    event: 'alarm-raised',
    test: { device: 'Robot 3', spot: 'Central station', fault: 'Milk is low' },
    words: {
      'en-US': ['Alarm raised', '{device} needs help', '{fault} at {spot}.'],
      'zh-CN': ['设备告警', '{device} 需要处理', '{spot}：{fault}。'],
    },
  },
  {
    event: 'alarm-escalated',
    test: { device: 'Robot 3', spot: 'Central station', fault: 'Milk is low' },
    words: {
      'en-US': [
        'Alarm nobody has acknowledged',
        '{device} still needs help',
        '{fault} at {spot}: nobody has acknowledged it.',
      ],
      'zh-CN': ['设备告警无人确认', '{device} 仍需处理', '{spot}：{fault}，无人确认。'],
    },
  },
  {
    event: 'alarm-cleared',
    test: { device: 'Robot 3', spot: 'Central station', fault: 'Milk is low' },
    words: {
      'en-US': ['Alarm is over', '{device} is well again', '{fault} at {spot} is over.'],
      'zh-CN': ['设备告警已解除', '{device} 已恢复', '{spot}：{fault}，已解除。'],
    },
  },
];
