import type { ChannelName } from '../../contract/channels.ts';
import type { Channel } from '../channel.ts';
import { apiChannel } from './api.ts';
import { emailChannel } from './email.ts';
import { pushChannel } from './push.ts';
import { smsChannel } from './sms.ts';
import { wechatChannel } from './wechat.ts';

/** All ways that leave the house; the bell is handed in by those who have it. */
const WAYS = {
  sms: smsChannel,
  email: emailChannel,
  wechat: wechatChannel,
  push: pushChannel,
  api: apiChannel,
} as const;

export type OutwardChannel = keyof typeof WAYS;

export const channelOf = (name: ChannelName): Channel | undefined =>
  name in WAYS ? (WAYS[name as OutwardChannel] as unknown as Channel) : undefined;
