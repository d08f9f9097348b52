/** The enterprise chat apps whose built-in browser opens `/oauth2-app/login` (system-api.md 2.5). */
export type ChatApp = 'wechat_enterprise' | 'dingtalk';

/** The app whose browser this is; undefined in every other browser. */
export function chatAppOf(userAgent: string): ChatApp | undefined {
  if (/wxwork/i.test(userAgent)) return 'wechat_enterprise';
  if (/dingtalk/i.test(userAgent)) return 'dingtalk';
  return undefined;
}
