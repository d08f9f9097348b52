import type { Message } from '#platform/channels/contract/message.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import enUS from '../../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../../locales/messages.zh-CN.json' with { type: 'json' };
import { CODE_LIFE_MS } from '../../rules/code-life.ts';
import type { CodePurpose } from './code-store.ts';

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };

/** What the receiver of a code reads, in the language of the caller. */
export function codeMessage(
  receiver: { readonly channel: 'sms' | 'email'; readonly to: string },
  asked: { readonly purpose: CodePurpose; readonly language: Language },
  code: string,
): Message {
  const texts = TEXTS[asked.language];
  const text = texts[asked.purpose].replace('{code}', code).replace('{minutes}', String(CODE_LIFE_MS / 60_000));
  const purpose = `${asked.purpose}-code`;
  return receiver.channel === 'sms'
    ? { channel: 'sms', purpose, to: receiver.to, text }
    : { channel: 'email', purpose, to: receiver.to, subject: texts.subject, text };
}
