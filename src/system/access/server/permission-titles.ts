import type { Title } from './menu-entries.ts';

/** Names of permissions as administrators read them; a permission without one is shown by its action name. */
export const PERMISSION_TITLES: Readonly<Record<string, Title>> = {
  'order:view': { en: 'See orders', zh: '查看订单' },
  'order:change': { en: 'Change step or status of an order', zh: '修改订单步骤或状态' },
  'order:refund': { en: 'Refund orders and answer refund requests', zh: '订单退款及退款审批' },
  'order:quote': { en: 'Price saved goods', zh: '商品报价' },
  'order:explain-price': { en: 'Explain a price', zh: '价格计算说明' },
  'robot:view': { en: 'See robots', zh: '查看机器人' },
  'robot:add': { en: 'Add robots', zh: '添加机器人' },
  'robot:edit': { en: 'Edit robots', zh: '编辑机器人' },
  'robot:maintain': { en: 'Switch a robot to maintenance', zh: '切换机器人维护状态' },
  'robot:bind-spot': { en: 'Bind a robot to a service spot', zh: '绑定服务网点' },
  'robot:command': { en: 'Send commands to robots', zh: '向机器人发送指令' },
  'robot:rotate-credential': { en: 'Issue new robot credentials', zh: '重新签发机器人凭证' },
  'robot:view-log': { en: 'See robot logs', zh: '查看机器人日志' },
  'robot:view-mqtt': { en: 'See MQTT connections', zh: '查看 MQTT 连接' },
  'spot:view': { en: 'See service spots', zh: '查看服务网点' },
  'beverage:view': { en: 'See beverages', zh: '查看饮品' },
  'menu:view': { en: 'See menus', zh: '查看菜单' },
};
