import { useTranslation } from 'react-i18next';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { codeWords } from '#ui/language/code-words.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { Time } from '#ui/time/time.tsx';
import type { Notice } from '../contract/notice.ts';
import { useNoticeTexts } from './notice-texts.ts';

const MARKS: Readonly<Record<Notice['tone'], IconName>> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  danger: 'error',
};

/** Tone as colour, shape and word order: what it is, about what, since when. */
export function NoticeItem({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { t } = useTranslation('notices');
  const { title, text } = useNoticeTexts(notice.kind, useTextParams(notice.params));
  const isSettled = notice.settledAt !== null;
  return (
    <li>
      <button type="button" className="notice" data-read={notice.read || undefined} onClick={onOpen}>
        <span className={`notice-mark tone-${isSettled ? 'neutral' : notice.tone}`}>
          <Icon name={isSettled ? 'check' : MARKS[notice.tone]} size={18} />
        </span>
        <span className="notice-words">
          <span className="notice-title">
            {title}
            {!notice.read && <span className="hidden-text"> {t('isUnread')}</span>}
          </span>
          <span className="notice-text">{text}</span>
          <span className="notice-facts">
            <Time at={notice.at} relative />
            {isSettled && <> · {t('settled')}</>}
            {notice.onBehalfOf !== null && <> · {t('onBehalfOf', { name: notice.onBehalfOf })}</>}
          </span>
        </span>
        {!notice.read && <span className="notice-dot" aria-hidden="true" />}
      </button>
    </li>
  );
}

/** Amounts travel as minor units and are written as this tenant writes amounts; codes get their words here. */
function useTextParams(params: Notice['params']): Record<string, string | number | null> {
  const money = useFormatMoney();
  const { amountMinor, currency, code, words } = params;
  const { t } = useTranslation(typeof words === 'string' ? words.split(':')[0] : 'notices');
  return {
    ...params,
    ...(typeof amountMinor === 'number' && typeof currency === 'string'
      ? { amount: money(amountMinor, currency as Currency) }
      : {}),
    ...(typeof code === 'string' && typeof words === 'string' ? { reason: codeWords(t, words, code) } : {}),
  };
}
