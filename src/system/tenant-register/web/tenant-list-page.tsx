import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordInput } from '#system/records/web/form-page.tsx';
import { recordsPage } from '#system/records/web/page.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { tenantRegisterEndpoints } from '../contract/endpoints.ts';
import { SETUP_PARTS, type TenantRecord, tenantRecords } from '../contract/tenants.ts';
import { TenantPeopleDialog } from './tenant-people-dialog.tsx';

/** What was asked for in a row's menu. */
type Asked = { readonly what: 'people' | 'begin' | 'remove'; readonly tenant: TenantRecord };
const useAsked = create<{ ask: (asked: Asked) => void }>(() => ({ ask: () => undefined }));

const List = recordsPage(tenantRecords, {
  icon: 'tenant',
  shown: ['id', 'name', 'state', 'endDate', 'people', 'robots', 'orders', 'usedMegabytes', 'setupDone'],
  widths: { id: 112, state: 112, orders: 136, usedMegabytes: 152, setupDone: 88 },
  defaultSort: { by: 'id', order: 'asc' },
  cells: {
    usedMegabytes: (row) => <Space used={row.usedMegabytes} quota={row.quotaMegabytes} />,
    setupDone: (row) => <Setup done={row.setupDone} />,
  },
  form: ({ kind, row }) => <TenantForm kind={kind} isNew={row === undefined} />,
  rowActions: (row, t) => actionsOf(row, t),
});

function actionsOf(tenant: TenantRecord, t: TFunction): RowAction[] {
  const { ask } = useAsked.getState();
  return [
    {
      key: 'people',
      label: t('people.action'),
      icon: 'users',
      by: tenantRegisterEndpoints.people,
      onSelect: () => ask({ what: 'people', tenant }),
    },
    {
      key: 'begin',
      label: t('begin.action'),
      icon: 'settings',
      by: tenantRegisterEndpoints.initialise,
      onSelect: () => ask({ what: 'begin', tenant }),
    },
    {
      key: 'remove',
      label: t('remove.action'),
      icon: 'trash',
      danger: true,
      by: tenantRegisterEndpoints.remove,
      onSelect: () => ask({ what: 'remove', tenant }),
    },
  ];
}

/** The tenants of the installation (settled 37); for the administrator alone. */
export default function TenantListPage() {
  const { t, i18n } = useTranslation('tenant-register');
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<TenantRecord>();
  const wordsOf = (made: Readonly<Record<string, number>>): string => {
    const given = Object.entries(made).filter(([, count]) => count > 0);
    return joinWords(
      given.map(([what, count]) => t(`begin.made.${what}`, { count })),
      i18n.language,
    );
  };
  const act = async ({ what, tenant: { id, name } }: Asked): Promise<void> => {
    const may = await confirm({
      title: t(`${what}.title`, { name }),
      body: t(`${what}.body`),
      verb: t(`${what}.verb`),
      ...(what === 'remove' ? { danger: true, typeToConfirm: id } : {}),
    });
    if (!may) return;
    const options = { idempotencyKey: crypto.randomUUID() };
    const done = await (what === 'remove'
      ? call(tenantRegisterEndpoints.remove, { id }, options)
      : call(tenantRegisterEndpoints.initialise, { tenant_id: id }, options).then(({ made }) => wordsOf(made))
    ).then(
      (words) => words ?? '',
      () => undefined,
    );
    await queryClient.invalidateQueries({ queryKey: ['tenant-register'] });
    if (done !== undefined) toast.success(t(`${what}.done`, { name, made: done }));
  };
  useAsked.setState({
    ask: (asked) => (asked.what === 'people' ? setShown(asked.tenant) : void act(asked)),
  });
  return (
    <>
      <List />
      {shown && <TenantPeopleDialog tenant={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function TenantForm({ kind, isNew }: { kind: RecordKind; isNew: boolean }) {
  const { t } = useTranslation('tenant-register');
  const input = (name: string) => <RecordInput kind={kind} name={name} id={undefined} />;
  return (
    <>
      <TextField name="id" inputMode="numeric" disabled={!isNew} hint={t('hint.id')} />
      {input('name')}
      {input('nameZh')}
      <div className="form-row">
        {input('beginDate')}
        {input('endDate')}
      </div>
      <p className="field-hint">{t('hint.endDate')}</p>
      {input('status')}
      <p className="field-hint">{t('hint.status')}</p>
      {input('quotaMegabytes')}
    </>
  );
}

function Space({ used, quota }: { used: number; quota: number }) {
  const { t } = useTranslation('tenant-register');
  return <span className="figures">{t('space', { used, quota })}</span>;
}

function Setup({ done }: { done: number }) {
  const { t } = useTranslation('tenant-register');
  return <span className="figures">{t('setup', { done, all: SETUP_PARTS })}</span>;
}
