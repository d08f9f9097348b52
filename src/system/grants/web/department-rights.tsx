import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordDialog, RecordFields, type Row, useRecordCalls, useWords } from '#system/records/web/parts/index.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RowActions } from '#ui/record-table/row-actions.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { type DepartmentRole, departmentRoleEndpoints, departmentRoles } from '../contract/department-roles.ts';
import { departmentGrantEndpoints } from '../contract/endpoints.ts';
import { DepartmentPeople } from './department-people.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { GrantEditor } from './grant-editor.tsx';
import { departmentGrants, departmentRoleGrants } from './grant-source.ts';
import './grants.css';

const kind = departmentRoles as unknown as RecordKind;

export interface DepartmentRightsProps {
  departId: string;
  departName: string;
}

/** What a department may give, its own roles, and which of its people have them; nothing for who may not see it. */
export function DepartmentRights({ departId, departName }: DepartmentRightsProps) {
  const { t } = useTranslation('grants');
  const queryClient = useQueryClient();
  const maySee = useCan(departmentGrantEndpoints.departmentHeld);
  useLiveRefresh({
    concerns: (message) => message.kind === departmentRoles.name,
    refresh: () => askAgain(queryClient, [departmentRoles.namespace]),
  });
  if (!maySee) return null;
  return (
    <div className="department-rights">
      <Card title={t('department.rights')}>
        <div className="grant-editor">
          <p className="quiet">{t('department.rightsHint')}</p>
          <GrantEditor key={departId} source={departmentGrants(departId)} name={departName} />
        </div>
      </Card>
      <div className="department-roles">
        <Roles departId={departId} />
        <DepartmentPeople departId={departId} />
      </div>
    </div>
  );
}

function Roles({ departId }: { departId: string }) {
  const { t } = useTranslation('grants');
  const { t: tRecords } = useTranslation('records');
  const queryClient = useQueryClient();
  const words = useWords(kind);
  const refresh = () => queryClient.invalidateQueries({ queryKey: [departmentRoles.namespace] });
  const calls = useRecordCalls(kind, words, refresh);
  const [editing, setEditing] = useState<{ role: DepartmentRole | undefined }>();
  const [granted, setGranted] = useState<DepartmentRole>();
  const query = useQuery({
    queryKey: [departmentRoles.namespace, 'of', departId],
    queryFn: ({ signal }) =>
      call(departmentRoleEndpoints.allDepartmentRoles, { departId }, { signal, notices: 'none' }),
  });
  const { endpoints } = departmentRoles;
  return (
    <Card
      title={t('department.roles')}
      extra={
        <ActionButton
          action={{
            ...{ key: 'add', label: tRecords('add.button', { record: words.one }), icon: 'plus', by: endpoints.add },
            onSelect: () => setEditing({ role: undefined }),
          }}
        />
      }
    >
      <Loaded query={query} skeleton={<SkeletonLines lines={4} />}>
        {(roles) =>
          roles.length === 0 ? (
            <p className="quiet">{t('department.noRoles')}</p>
          ) : (
            <ul className="grant-list">
              {roles.map((role) => (
                <li key={role.id}>
                  <span>
                    {role.roleName}
                    <small>{t('department.role', { people: role.people, rights: role.rights })}</small>
                  </span>
                  <RowActions
                    isMenuOnly
                    actions={[
                      { key: 'grant', label: t('rights'), icon: 'key', onSelect: () => setGranted(role) },
                      {
                        ...{ key: 'edit', label: tRecords('edit.button'), icon: 'edit', by: endpoints.edit },
                        onSelect: () => setEditing({ role }),
                      },
                      {
                        ...{ key: 'remove', label: tRecords('remove.button'), icon: 'trash', danger: true },
                        by: endpoints.remove,
                        onSelect: () => void calls.remove(role as unknown as Row),
                      },
                    ]}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {editing && (
        <RecordDialog
          kind={kind}
          row={editing.role as unknown as Row | undefined}
          words={words}
          form={({ row }) => (
            <RecordFields
              kind={kind}
              id={row?.id}
              only={row ? ['roleName', 'description'] : ['roleName', 'roleCode', 'description']}
            />
          )}
          given={{ departId }}
          onSaved={() => void refresh()}
          onClose={() => setEditing(undefined)}
        />
      )}
      {granted && (
        <GrantDialog
          source={departmentRoleGrants(departId, granted.id)}
          name={granted.roleName}
          empty={t('department.nothingToGive')}
          onClose={() => setGranted(undefined)}
        />
      )}
    </Card>
  );
}
