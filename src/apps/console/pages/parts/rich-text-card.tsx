import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { RichText } from '#ui/rich-text/rich-text.tsx';
import { RichTextEditor } from '#ui/rich-text/rich-text-editor.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';

const MODES = ['write', 'wrong', 'disabled', 'readOnly'] as const;

/** The editor in each of its states, and what its readers see. */
export function RichTextCard() {
  const { t } = useTranslation('parts');
  const [mode, setMode] = useState<(typeof MODES)[number]>('write');
  const [value, setValue] = useState(
    '<h2>Opening hours</h2><p>From <strong>1 May</strong> open until <em>21:00</em>, see <a href="https://example.com/hours">all hours</a>.</p><ul><li><p>Mondays closed</p></li></ul>',
  );
  return (
    <Card title={t('rich.title')}>
      <div className="parts-rich">
        <Segmented
          label={t('rich.mode')}
          value={mode}
          options={MODES.map((one) => ({ value: one, label: t(`rich.${one}`) }))}
          onChange={setMode}
        />
        <RichTextEditor
          label={t('rich.title')}
          value={value}
          onChange={setValue}
          max={1_000}
          placeholder={t('form.placeholder')}
          disabled={mode === 'disabled'}
          readOnly={mode === 'readOnly'}
          attributes={{ 'aria-invalid': mode === 'wrong' || undefined }}
        />
        <section aria-label={t('rich.shown')}>
          <RichText value={value} empty={<p>{t('rich.empty')}</p>} />
        </section>
        <pre className="parts-values">{value}</pre>
      </div>
    </Card>
  );
}
