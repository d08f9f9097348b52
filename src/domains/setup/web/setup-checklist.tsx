import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import type { SetupItem } from '../rules/setup-items.ts';
import { putOff } from './put-off.ts';
import { PAGE_OF_ITEM, useSetupItems } from './use-setup-items.ts';
import './setup-checklist.css';

/** Reads what is set up and, if anything is missing, says what and where. A check that fails says nothing. */
export function SetupChecklist({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(['setup', 'tenants']);
  const tenant = useTenant();
  const { data: items } = useSetupItems();
  const missing = items?.filter((item) => !item.isDone) ?? [];
  if (!items || missing.length === 0) return null;
  const done = items.filter((item) => item.isDone);
  const progress = t('progress', { done: done.length, total: items.length });
  return (
    <Dialog
      className="setup"
      title={t('title', { name: tenant.name })}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="quiet"
            onClick={() => {
              putOff(tenant.id);
              onClose();
            }}
          >
            {t('later')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <p className="setup-lead">{t('lead', { count: missing.length })}</p>
      <div className="setup-progress">
        <Progress label={progress} value={done.length} max={items.length} />
        <span className="figures" aria-hidden="true">
          {progress}
        </span>
      </div>
      <ul className="setup-items" aria-label={t('missing')}>
        {missing.map((item) => (
          <li key={item.name}>
            <span className="setup-mark" aria-hidden="true" />
            <div>
              <strong>{t(`item.${item.name}`)}</strong>
              <span className="setup-note">{note(item)}</span>
            </div>
            <Link
              to={PAGE_OF_ITEM[item.name]}
              onClick={onClose}
              aria-label={t('openOf', { item: t(`item.${item.name}`) })}
            >
              {t('open')}
            </Link>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <details className="setup-done">
          <summary>{t('done', { count: done.length })}</summary>
          <ul>
            {done.map((item) => (
              <li key={item.name}>
                <Icon name="check" />
                <span>{t(`item.${item.name}`)}</span>
                <span className="setup-value" data-tip-cut="">
                  {shownValue(item)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Dialog>
  );

  /** As the setting's own page writes it. */
  function shownValue({ name, value }: SetupItem): string {
    return name === 'currencyFormat' ? t(`tenants:currencyFormat.${value}`, { defaultValue: value }) : value;
  }

  /** What a setting is for, or which of its parts are still empty. */
  function note(item: SetupItem): string {
    const isPartly = item.missing.length > 0 && item.value !== '';
    if (!isPartly) return t(`why.${item.name}`);
    return t('partly', {
      parts: joinWords(
        item.missing.map((part) => t(`part.${part}`)),
        i18n.language,
      ),
    });
  }
}
