import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { joinWords } from '#ui/language/join-words.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import type { PushChannel } from '../contract/templates.ts';
import { fillMessage, placeholdersOf, readValues } from '../rules/fill-message.ts';
import './push.css';

interface MessagePreviewProps {
  readonly channel: PushChannel;
  readonly language: string;
  readonly title: string;
  readonly content: string;
  readonly testJson: string;
}

/** The message as its receiver sees it, and what the test JSON leaves open. */
export function MessagePreview({ language, testJson, ...template }: MessagePreviewProps) {
  const { t } = useTranslation('message-templates');
  const own = useLanguage();
  const heading = useId();
  const values = readValues(testJson);
  const { title, content, lacking } = fillMessage(template, values ?? {});
  const isMail = template.channel === 'email';
  const hasNames = placeholdersOf(template.title, template.content).length > 0;
  return (
    <section className="message-preview" aria-labelledby={heading}>
      <h3 id={heading}>{t('preview.title')}</h3>
      <div className={isMail ? 'message-mail' : 'message-sms'} lang={language}>
        {isMail && <p className="message-subject">{title || t('preview.noTitle')}</p>}
        <p className="message-body">{content || t('preview.noContent')}</p>
      </div>
      {!isMail && <p className="quiet">{t('preview.parts', { count: content.length })}</p>}
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
