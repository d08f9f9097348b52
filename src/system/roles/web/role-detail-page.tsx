import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { GrantEditor, roleGrants } from '#system/grants/web/parts/index.ts';
import { RecordDialog, type Row, useWords } from '#system/records/web/parts/index.ts';
import { RecordEdits, RecordFacts } from '#system/records/web/record-page.tsx';
import { Card } from '#ui/card/card.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { ROLE_LIST } from '../contract/addresses.ts';
import { type Role, roles } from '../contract/roles.ts';
import { nameOf } from './role-name.ts';
import { RolePeople } from './role-people.tsx';
import './roles.css';

const kind = roles as unknown as RecordKind;

/** One role: what it gives, who has it, and who changed it. */
export default function RoleDetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('roles');
  const queryKey = ['roles', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(roles.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === roles.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const name = query.data && nameOf(query.data);
  return (
    <RecordDetail
      query={query}
      queryKey={queryKey}
      title={name ?? t('kind.page')}
      name={name}
      back={{ to: ROLE_LIST, label: t('detail.toList') }}
      actions={(role) => <EditRole role={role} />}
      viewsLabel={t('detail.views')}
      views={[
        { key: 'rights', label: t('detail.rights'), keeps: true, content: (role) => <RoleRights role={role} /> },
        { key: 'people', label: t('detail.people'), content: (role) => <RolePeople role={role} /> },
        { key: 'history', label: t('detail.history'), content: (role) => <RoleFacts role={role} /> },
      ]}
    />
  );
}

function EditRole({ role }: { role: Role }) {
  const { t } = useTranslation('records');
  const queryClient = useQueryClient();
  const words = useWords(kind);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        action={{
          key: 'edit',
          label: t('edit.button'),
          icon: 'edit',
          by: roles.endpoints.edit,
          onSelect: () => setOpen(true),
        }}
      />
      {isOpen && (
        <RecordDialog
          kind={kind}
          row={role as unknown as Row}
          words={words}
          form={undefined}
          onSaved={() => void queryClient.invalidateQueries({ queryKey: ['roles'] })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function RoleRights({ role }: { role: Role }) {
  const { t } = useTranslation('roles');
  return (
    <Card>
      <div className="role-rights">
        <p className="quiet">{t('detail.rightsHint')}</p>
        <GrantEditor key={role.id} source={roleGrants(role.id)} name={nameOf(role)} />
      </div>
    </Card>
  );
}

function RoleFacts({ role }: { role: Role }) {
  const { t } = useTranslation('roles');
  return (
    <div className="role-rights">
      <Card title={t('detail.facts')}>
        <RecordFacts kind={kind} row={role as never} />
      </Card>
      <Card title={t('detail.edits')}>
        <RecordEdits kind={kind} id={role.id} />
      </Card>
    </div>
  );
}
