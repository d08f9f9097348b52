import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { wechatData } from '#platform/channels/rules/wechat-data.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { PRESET_PAGES } from '#system/tenants/contract/carousel.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { LONGEST_CONTENT, type PushChannel } from '../contract/templates.ts';
import { fillMessage, placeholdersOf, readValues } from '../rules/fill-message.ts';
import './push.css';

interface MessagePreviewProps {
  readonly channel: PushChannel;
  readonly language: string;
  readonly title: string;
  readonly content: string;
  readonly testJson: string;
  readonly jumpType?: number | undefined;
  readonly jumpTarget?: string | undefined;
}

/** The message as its receiver sees it, and what the test JSON leaves open. */
export function MessagePreview({
  language,
  testJson,
  jumpType = 0,
  jumpTarget = '',
  ...template
}: MessagePreviewProps) {
  const { t } = useTranslation('message-templates');
  const own = useLanguage();
  const heading = useId();
  const values = readValues(testJson);
  const filled = fillMessage(template, values ?? {});
  const { content, lacking } = filled;
  const hasNames = placeholdersOf(template.title, template.content).length > 0;
  const isPreset = (PRESET_PAGES as readonly string[]).includes(jumpTarget);
  const target = isPreset ? t(`page.${jumpTarget as (typeof PRESET_PAGES)[number]}`) : jumpTarget;
  return (
    <section className="message-preview" aria-labelledby={heading}>
      <h3 id={heading}>{t('preview.title')}</h3>
      <div className={`message-shown message-${template.channel}`} lang={language}>
        <Shown channel={template.channel} title={filled.title} content={content} />
        {jumpType > 0 && target !== '' && <p className="message-opens">{t('preview.opens', { target })}</p>}
      </div>
      {template.channel !== 'email' && (
        <p className={content.length > LONGEST_CONTENT[template.channel] ? 'field-fault' : 'quiet'}>
          {t('preview.parts', { count: content.length })}
        </p>
      )}
      <div role="status">
        {!values && <p className="field-fault">{t('preview.notJson')}</p>}
        {values && lacking.length > 0 && (
          <p className="field-fault">{t('preview.lacking', { names: joinWords(lacking, own) })}</p>
        )}
        {values && hasNames && lacking.length === 0 && <p className="field-hint">{t('preview.all')}</p>}
      </div>
    </section>
  );
}

interface ShownProps {
  readonly channel: PushChannel;
  readonly title: string;
  readonly content: string;
}

/** A mail with its subject, a bubble, a card of WeChat with its rows, a notice of a phone or of the bell, or what a program gets. */
function Shown({ channel, title, content }: ShownProps) {
  const { t } = useTranslation('message-templates');
  const body = content || t('preview.noContent');
  const head = title || t('preview.noTitle');
  if (channel === 'sms') return <p className="message-body">{body}</p>;
  if (channel === 'api')
    return (
      <pre className="message-body">{JSON.stringify({ type: 'message', data: { title, text: content } }, null, 2)}</pre>
    );
  if (channel === 'wechat')
    return (
      <>
        <p className="message-subject">{head}</p>
        <dl className="message-rows">
          {Object.entries(wechatData({ title, text: body })).map(([name, { value }]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </>
    );
  return (
    <>
      <p className="message-subject">
        {head}
        {channel === 'push' && <small>{t('preview.now')}</small>}
      </p>
      <p className="message-body">{body}</p>
    </>
  );
}
