import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import './record-form.css';

export interface SaveBarProps {
  busy: boolean;
  onDiscard: () => void;
  onSave: () => void;
  /** Goes on to the next record of the list that the user came from. */
  onSaveNext?: (() => void) | undefined;
}

/** Stands at the window's lower edge while a form holds unsaved input (ux-guide 5). */
export function SaveBar({ busy, onDiscard, onSave, onSaveNext }: SaveBarProps) {
  const { t } = useTranslation('ui');
  return (
    <section className="save-bar" aria-label={t('saveBar.region')}>
      <p role="status">{t(busy ? 'saveBar.wait' : 'saveBar.unsaved')}</p>
      <div className="button-group">
        <Button disabled={busy} onClick={onDiscard}>
          {t('form.discard')}
        </Button>
        {onSaveNext && (
          <Button disabled={busy} onClick={onSaveNext}>
            {t('saveBar.saveNext')}
          </Button>
        )}
        <Button kind="primary" busy={busy} onClick={onSave} aria-keyshortcuts="Control+S Meta+S">
          {t('save')}
        </Button>
      </div>
    </section>
  );
}
