import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { Button } from '../button/button.tsx';
import { MenuButton } from '../menu/menu.tsx';
import { browserNow } from '../time/now.ts';
import { useFormatTime } from '../time/time.tsx';
import { keepText, keptTexts } from './edit-history.ts';
import { formatJson, jsonFault } from './json-fault.ts';
import './json-editor.css';

const JsonArea = lazyAgain(() => import('./json-area.tsx'));

export interface JsonEditorProps {
  /** Spoken name. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Under what earlier texts are kept (platform.md 9): names tenant, record and field. Texts with secrets need `kept`. */
  code?: string;
  /** What of a text is kept, such as masks for its secrets; undefined keeps nothing of it. */
  kept?: (text: string) => string | undefined;
  readOnly?: boolean;
}

/** JSON with colours, folding and its fault in words; earlier texts of the same field come back with one choice. */
export function JsonEditor({ label, value, onChange, code, kept, readOnly }: JsonEditorProps) {
  const { t } = useTranslation('ui');
  const fault = jsonFault(value);
  const begun = useRef(value);
  /** On leaving the field: what was good before and what is good now. */
  const remember = (): void => {
    if (code === undefined || readOnly || value === begun.current) return;
    for (const text of [begun.current, value]) {
      const safe = text.trim() === '' || jsonFault(text) ? undefined : kept ? kept(text) : text;
      if (safe !== undefined) keepText(code, safe, browserNow());
    }
    begun.current = value;
  };
  const state = value.trim() === '' ? t('json.empty') : t('json.valid');
  return (
    <fieldset className="json" aria-label={label} data-faulty={fault ? true : undefined} onBlur={remember}>
      <div className="json-bar">
        <p role="status" className={fault ? 'field-fault' : 'field-hint'}>
          {fault ? t('json.invalid', { ...fault }) : state}
        </p>
        {!readOnly && (
          <Button small disabled={fault !== undefined} onClick={() => onChange(formatJson(value))}>
            {t('json.format')}
          </Button>
        )}
        {code !== undefined && !readOnly && <History code={code} value={value} onChoose={onChange} />}
      </div>
      <Suspense fallback={<pre className="json-waiting">{value}</pre>}>
        <JsonArea label={label} value={value} onChange={onChange} readOnly={readOnly ?? false} />
      </Suspense>
    </fieldset>
  );
}

const EXCERPT = 40;

function History({ code, value, onChoose }: { code: string; value: string; onChoose: (text: string) => void }) {
  const { t } = useTranslation('ui');
  const time = useFormatTime();
  const kept = keptTexts(code).filter((one) => one.text !== value);
  const entries = kept.map((one) => ({
    key: String(one.at) + one.text,
    label: one.text.replace(/\s+/g, ' ').slice(0, EXCERPT),
    hint: time(new Date(one.at).toISOString()),
    onSelect: () => onChoose(one.text),
  }));
  return (
    <MenuButton
      small
      icon="undo"
      label={t('json.history')}
      entries={entries.length > 0 ? entries : [{ key: 'none', label: t('json.none'), disabled: true }]}
    />
  );
}
