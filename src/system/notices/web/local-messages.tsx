import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { clearKept, useToasts } from '#ui/toast/toast-store.ts';

/** Errors that were shown for four seconds, and changes that can still be undone: kept while this page is open (ux-guide 8). */
export function LocalMessages() {
  const { t } = useTranslation('notices');
  const kept = useToasts((state) => state.kept);
  if (kept.length === 0) return null;
  return (
    <section className="notice-local" aria-label={t('local')}>
      <h3>{t('local')}</h3>
      <ul className="notice-list">
        {kept.toReversed().map((one) => (
          <li key={one.id} className="notice">
            <span className={`notice-mark tone-${one.kind === 'error' ? 'danger' : 'success'}`}>
              <Icon name={one.kind === 'error' ? 'error' : 'success'} size={18} />
            </span>
            <span className="notice-words">
              <span className="notice-title">{one.title}</span>
              {one.description && <span className="notice-text">{one.description}</span>}
              {one.requestId && <span className="notice-facts">{t('requestId', { id: one.requestId })}</span>}
            </span>
            {one.undo && (
              <Button
                kind="link"
                onClick={() => {
                  clearKept(one.id);
                  one.undo?.();
                }}
              >
                {t('undo')}
              </Button>
            )}
            <IconButton icon="close" small label={t('forget')} onClick={() => clearKept(one.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
