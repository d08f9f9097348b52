import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuNodes } from '#domains/goods/web/choices/index.ts';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Select } from '#ui/select/select.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { Tree } from '#ui/tree/tree.tsx';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import type { CopyTarget } from '../contract/copy-run.ts';
import { menuCopyEndpoints } from '../contract/endpoints.ts';
import { broughtBy, chosenAfter, menuState } from '../rules/chosen-menus.ts';
import { CleanDialog } from './clean-dialog.tsx';
import { CopyPreviewView } from './copy-preview.tsx';

interface WizardProps {
  onStarted: (run: { readonly id: string; readonly tenantId: string }) => void;
}

/** Which tenant, which menus, what will happen: each step is in sight, and the last follows the first two. */
export function CopyWizard({ onStarted }: WizardProps) {
  const { t } = useTranslation('menu-copy');
  const [targetId, setTarget] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const targets = useQuery({
    queryKey: ['menu-copy', 'targets'],
    queryFn: ({ signal }) => call(menuCopyEndpoints.targets, {}, { signal, notices: 'none' }),
  });
  const menus = useQuery({ queryKey: ['menu-copy', 'menus'], queryFn: ({ signal }) => menuNodes(signal) });
  return (
    <div className="menu-copy-steps">
      <Loaded query={targets} skeleton={<SkeletonLines lines={3} />}>
        {(all) => <TargetCard targets={all} value={targetId} onChange={setTarget} onStarted={onStarted} />}
      </Loaded>
      <Loaded query={menus} skeleton={<SkeletonLines lines={6} />}>
        {(nodes) => <MenuCard nodes={nodes} chosen={chosen} onChoose={setChosen} />}
      </Loaded>
      <Card title={t('preview.title')} className="menu-copy-preview">
        {targetId === '' || chosen.size === 0 ? (
          <p className="quiet">{t('preview.fill')}</p>
        ) : (
          <Outlook targetTenantId={targetId} menuIds={[...chosen].sort()} onStarted={onStarted} />
        )}
      </Card>
    </div>
  );
}

interface TargetProps extends WizardProps {
  targets: readonly CopyTarget[];
  value: string;
  onChange: (tenantId: string) => void;
}

function TargetCard({ targets, value, onChange, onStarted }: TargetProps) {
  const { t } = useTranslation('menu-copy');
  const id = useId();
  const [cleaning, setCleaning] = useState<CopyTarget>();
  const chosen = targets.find(({ tenantId }) => tenantId === value);
  return (
    <Card
      title={t('target.title')}
      extra={
        chosen && (
          <Button small onClick={() => setCleaning(chosen)}>
            {t('clean.button')}
          </Button>
        )
      }
    >
      {targets.length === 0 ? (
        <Empty icon="link" title={t('target.none')}>
          {t('target.noneBody')}
        </Empty>
      ) : (
        <div className="field">
          <label htmlFor={id}>{t('target.label')}</label>
          <Select
            attributes={{ id }}
            label={t('target.label')}
            none={t('target.choose')}
            value={value}
            onChange={onChange}
            options={targets.map((target) => ({ value: target.tenantId, label: t('target.currency', { ...target }) }))}
          />
        </div>
      )}
      {cleaning && <CleanDialog target={cleaning} onStarted={onStarted} onClose={() => setCleaning(undefined)} />}
    </Card>
  );
}

interface MenuCardProps {
  nodes: readonly TreeNode[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function MenuCard({ nodes, chosen, onChoose }: MenuCardProps) {
  const { t } = useTranslation('menu-copy');
  if (nodes.length === 0)
    return (
      <Card title={t('menus.title')}>
        <Empty icon="menu" title={t('menus.none')}>
          {t('menus.noneBody')}
        </Empty>
      </Card>
    );
  return (
    <Card
      title={t('menus.title')}
      extra={
        <Button small onClick={() => onChoose(new Set(nodes.map(({ key }) => key)))}>
          {t('menus.all')}
        </Button>
      }
    >
      <p className="quiet">{t('menus.hint')}</p>
      <Tree
        label={t('menus.title')}
        nodes={nodes}
        chosen={chosen}
        isMulti
        stateOf={(node) => menuState(nodes, chosen, node)}
        reasonOf={(node) => {
          const by = broughtBy(nodes, chosen, node.key);
          return by && t('menus.with', { name: by.label });
        }}
        onChoose={(key) => onChoose(chosenAfter(nodes, chosen, key))}
      />
      <p role="status">{t('menus.chosen', { count: chosen.size })}</p>
    </Card>
  );
}

interface OutlookProps extends WizardProps {
  targetTenantId: string;
  menuIds: string[];
}

function Outlook({ targetTenantId, menuIds, onStarted }: OutlookProps) {
  const { t } = useTranslation('menu-copy');
  const query = useQuery({
    queryKey: ['menu-copy', 'preview', targetTenantId, menuIds],
    placeholderData: keepPreviousData,
    // what is shown must be what is done
    gcTime: 0,
    queryFn: ({ signal }) => call(menuCopyEndpoints.preview, { targetTenantId, menuIds }, { signal, notices: 'none' }),
  });
  const start = useMutation({
    mutationFn: (digest: string) => call(menuCopyEndpoints.copy, { targetTenantId, menuIds, digest }),
    onSuccess: (run) => {
      toast.success(t('started'));
      onStarted(run);
    },
    // something changed meanwhile: what is shown is renewed
    onError: () => void query.refetch(),
  });
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
      {(preview) => (
        <>
          <CopyPreviewView preview={preview} />
          <div className="button-group">
            <Button
              kind="primary"
              icon="copy"
              busy={start.isPending || query.isPlaceholderData}
              onClick={() => start.mutate(preview.digest)}
            >
              {t('preview.verb', { tenant: preview.target.name })}
            </Button>
            <Button icon="refresh" busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('preview.again')}
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
}
