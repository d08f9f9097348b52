import { expect, test } from 'vitest';
import { chatAppOf } from './chat-app.ts';

test.each([
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 wxwork/4.1.20 MicroMessenger/7.0.1', 'wechat_enterprise'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/81 WXWork/4.0.8', 'wechat_enterprise'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 AliApp(DingTalk/7.0.40) com.laiwang.DingTalk', 'dingtalk'],
  ['Mozilla/5.0 dingtalk-win/1.0.0', 'dingtalk'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 MicroMessenger/8.0.40', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0 Safari/537.36', undefined],
  ['', undefined],
])('%s', (userAgent, app) => expect(chatAppOf(userAgent)).toBe(app));
