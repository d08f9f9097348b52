import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { RichText } from './rich-text.tsx';
import './rich-text-editor.css';

const RichTextArea = lazyAgain(() => import('./rich-text-area.tsx'));

export interface RichTextEditorProps {
  /** Spoken name. */
  label: string;
  /** HTML as it is stored; empty where nothing is written. */
  value: string;
  onChange: (html: string) => void;
  /** Characters that a reader sees; the server counts the same. */
  max: number;
  placeholder?: string;
  disabled?: boolean;
  /** To be read and copied, not changed. */
  readOnly?: boolean;
  /** What ties it to the label and the fault of a form. */
  attributes?: {
    id?: string;
    'aria-invalid'?: true | undefined;
    'aria-required'?: true | undefined;
    'aria-describedby'?: string | undefined;
  };
  /** Focus left text and toolbar. */
  onLeave?: () => void;
}

/** Writes rich text: headings, lists, quotes, links and marks (decision 28). The code of the editor comes when it is shown. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, readOnly, disabled, attributes, onLeave } = props;
  const { t } = useTranslation('rich-text');
  const text = <RichText value={value} empty={<p className="rich-none">{t('empty')}</p>} />;
  if (readOnly)
    return (
      <section className="rich-editor rich-read" aria-label={props.label} id={attributes?.id}>
        <div className="rich-area">{text}</div>
      </section>
    );
  return (
    <fieldset
      className="rich-editor"
      data-faulty={attributes?.['aria-invalid']}
      data-disabled={disabled || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.();
      }}
    >
      <Suspense fallback={<div className="rich-area rich-waiting">{value !== '' && text}</div>}>
        <RichTextArea {...props} />
      </Suspense>
    </fieldset>
  );
}
