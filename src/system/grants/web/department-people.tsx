import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { call } from '#platform/http/web/call.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { IconButton } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { MultiSelectField } from '#ui/fields/select-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import {
  type DepartmentPerson,
  type DepartmentRole,
  departmentRoleEndpoints,
  departmentRoles,
} from '../contract/department-roles.ts';

const Chosen = z.strictObject({ roleIds: z.array(z.string()).default([]) });

/** The people of a department with the roles that it gave them. */
export function DepartmentPeople({ departId }: { departId: string }) {
  const { t } = useTranslation('grants');
  const [changed, setChanged] = useState<DepartmentPerson>();
  const key = departmentRoles.namespace;
  const people = useQuery({
    queryKey: [key, 'people', departId],
    queryFn: ({ signal }) => call(departmentRoleEndpoints.departmentPeople, { departId }, { signal, notices: 'none' }),
  });
  const roles = useQuery({
    queryKey: [key, 'of', departId],
    queryFn: ({ signal }) =>
      call(departmentRoleEndpoints.allDepartmentRoles, { departId }, { signal, notices: 'none' }),
  });
  const names = new Map(roles.data?.map(({ id, roleName }) => [id, roleName]));
  return (
    <Card title={t('department.people')}>
      <Loaded query={people} skeleton={<SkeletonLines lines={4} />}>
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">{t('department.nobody')}</p>
          ) : (
            <ul className="grant-list">
              {found.map((person) => (
                <li key={person.id}>
                  <span>
                    {person.realname}
                    <small>{person.username}</small>
                  </span>
                  <span className="grant-tags">
                    {person.roleIds.map((id) => (
                      <Tag key={id} plain>
                        {names.get(id) ?? '…'}
                      </Tag>
                    ))}
                  </span>
                  <Allowed by={departmentRoleEndpoints.assignDepartmentRoles}>
                    <IconButton
                      small
                      icon="edit"
                      label={t('department.change', { name: person.realname })}
                      onClick={() => setChanged(person)}
                    />
                  </Allowed>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {changed && <RolesOfPerson person={changed} roles={roles.data ?? []} onClose={() => setChanged(undefined)} />}
    </Card>
  );
}

interface RolesOfPersonProps {
  person: DepartmentPerson;
  roles: readonly DepartmentRole[];
  onClose: () => void;
}

function RolesOfPerson({ person, roles, onClose }: RolesOfPersonProps) {
  const { t } = useTranslation('grants');
  const queryClient = useQueryClient();
  return (
    <FormDialog
      namespace="grants"
      title={t('department.change', { name: person.realname })}
      schema={Chosen}
      initialValues={{ roleIds: [...person.roleIds] }}
      onSubmit={({ roleIds }, { idempotencyKey }) =>
        call(
          departmentRoleEndpoints.assignDepartmentRoles,
          { userId: person.id, newRoleId: roleIds.join(','), oldRoleId: person.roleIds.join(',') },
          { idempotencyKey, notices: 'none' },
        )
      }
      onSaved={() => {
        toast.success(t('department.changed', { name: person.realname }));
        void queryClient.invalidateQueries({ queryKey: [departmentRoles.namespace] });
      }}
      onClose={onClose}
    >
      <MultiSelectField name="roleIds" options={roles.map(({ id, roleName }) => ({ value: id, label: roleName }))} />
    </FormDialog>
  );
}
