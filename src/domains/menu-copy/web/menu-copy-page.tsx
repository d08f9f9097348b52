import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { onLiveResync, useLive } from '#platform/live/web/live.ts';
import { Button } from '#ui/button/button.tsx';
import { CopyWizard } from './copy-wizard.tsx';
import { RunList } from './run-list.tsx';
import { RunView } from './run-view.tsx';
import './menu-copy.css';

/** Menus to another tenant: what goes where, what it would do, and what became of it. The run stands in the address. */
export default function MenuCopyPage() {
  const { t } = useTranslation('menu-copy');
  const queryClient = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [id, tenantId] = [params.get('run'), params.get('in')];
  useLive('menu-copy', () => void queryClient.invalidateQueries({ queryKey: ['menu-copy'] }));
  useEffect(() => onLiveResync(() => void queryClient.invalidateQueries({ queryKey: ['menu-copy'] })), [queryClient]);
  const open = (run: { readonly id: string; readonly tenantId: string }) =>
    setParams({ run: run.id, in: run.tenantId });
  return (
    <div className="menu-copy">
      <header className="menu-copy-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        {id && tenantId && (
          <Button icon="backward" onClick={() => setParams({})}>
            {t('run.close')}
          </Button>
        )}
      </header>
      {id && tenantId ? (
        <RunView id={id} tenantId={tenantId} />
      ) : (
        <>
          <p className="quiet">{t('intro')}</p>
          <CopyWizard onStarted={open} />
          <RunList onOpen={open} />
        </>
      )}
    </div>
  );
}
