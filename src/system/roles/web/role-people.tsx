import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { call } from '#platform/http/web/call.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { IconButton } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type RolePerson, roleEndpoints } from '../contract/endpoints.ts';
import type { Role } from '../contract/roles.ts';
import { nameOf } from './role-name.ts';

/** More are found by their names. */
const MOST = 100;
const People = z.strictObject({ people: z.string().min(1) });

/** Who has a role: found by name, given to others, taken from one. */
export function RolePeople({ role }: { role: Role }) {
  const { t } = useTranslation('roles');
  const queryClient = useQueryClient();
  const [keyword, setKeyword] = useState('');
  const [isAdding, setAdding] = useState(false);
  const queryKey = ['roles', 'people', role.id, keyword];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        roleEndpoints.people,
        { roleId: role.id, pageSize: MOST, ...(keyword.trim() === '' ? {} : { keyword: keyword.trim() }) },
        { signal, notices: 'none' },
      ),
    placeholderData: (before) => before,
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['roles'] });
  const take = async (person: RolePerson) => {
    const question = {
      title: t('people.takeTitle', { role: nameOf(role), name: person.realname }),
      body: t('people.takeBody'),
      verb: t('people.takeVerb'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const request = { roleId: role.id, userId: person.id };
    const isDone = await call(roleEndpoints.removePerson, request, { idempotencyKey: crypto.randomUUID() }).then(
      () => true,
      () => false,
    );
    await refresh();
    if (isDone) toast.success(t('people.taken', { role: nameOf(role), name: person.realname }));
  };
  return (
    <Card
      title={t('people.title', { count: query.data?.total ?? role.people })}
      extra={
        <ActionButton
          kind="primary"
          action={{
            ...{ key: 'add', label: t('people.add'), icon: 'plus', by: roleEndpoints.addPeople },
            onSelect: () => setAdding(true),
          }}
        />
      }
    >
      <input
        type="search"
        className="role-search"
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <Loaded query={query} skeleton={<SkeletonLines lines={5} />}>
        {({ records, total }) =>
          total === 0 ? (
            <p className="quiet">{t(keyword.trim() === '' ? 'people.none' : 'people.notFound')}</p>
          ) : (
            <>
              <ul className="role-people">
                {records.map((person) => (
                  <li key={person.id}>
                    <span>
                      {person.realname}
                      <small>{[person.username, person.orgCodeTxt].filter(Boolean).join(' · ')}</small>
                    </span>
                    <Allowed by={roleEndpoints.removePerson}>
                      <IconButton
                        small
                        icon="close"
                        label={t('people.take', { name: person.realname })}
                        onClick={() => void take(person)}
                      />
                    </Allowed>
                  </li>
                ))}
              </ul>
              {total > records.length && <p className="quiet">{t('people.more', { count: total - records.length })}</p>}
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <FormDialog
          namespace="roles"
          title={t('people.addTitle', { role: nameOf(role) })}
          schema={People}
          initialValues={{}}
          verb={t('people.addVerb')}
          onSubmit={({ people }, { idempotencyKey }) =>
            call(
              roleEndpoints.addPeople,
              { roleId: role.id, userIdList: people.split(',') },
              { idempotencyKey, notices: 'none' },
            )
          }
          onSaved={() => {
            toast.success(t('people.added', { role: nameOf(role) }));
            void refresh();
          }}
          onClose={() => setAdding(false)}
        >
          <UserField name="people" isMulti store="id" />
        </FormDialog>
      )}
    </Card>
  );
}
