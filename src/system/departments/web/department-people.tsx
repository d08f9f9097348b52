import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { portraitAddress } from '#platform/viewer/web/portrait-address.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { shownWorkNo } from '#system/session/rules/shown-work-no.ts';
import { userEndpoints } from '#system/users/contract/endpoints.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Avatar } from '#ui/avatar/avatar.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import { Pagination } from '#ui/pagination/pagination.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { departments } from '../contract/departments.ts';
import {
  type DepartmentNode,
  type DepartmentPerson,
  departmentPeopleEndpoints as people,
} from '../contract/endpoints.ts';
import { AddPeopleDialog } from './add-people-dialog.tsx';
import { useRefresh } from './use-departments.ts';

interface DepartmentPeopleProps {
  department: DepartmentNode;
  /** The reader manages it: then he leads its people without the right to edit departments. */
  isMine?: boolean;
}

/** Who belongs to a department and to those below it; people are added, taken out and made managers here. */
export function DepartmentPeople({ department, isMine = false }: DepartmentPeopleProps) {
  const { t } = useTranslation('departments');
  const { id } = department;
  const mayEdit = useCan(departments.endpoints.edit);
  const mayLead = mayEdit || isMine;
  const mayFind = useCan(userEndpoints.users);
  const refresh = useRefresh();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: ['departments', 'people', id, page, size],
    queryFn: ({ signal }) =>
      call(people.people, { depId: id, pageNo: page, pageSize: size }, { signal, notices: 'none' }),
    placeholderData: (before) => before,
  });
  const choose = (one: string, is: boolean) =>
    setChosen((now) => new Set(is ? [...now, one] : [...now].filter((other) => other !== one)));
  const takeOut = async (list: readonly DepartmentPerson[]) => {
    const count = list.length;
    const name = list[0]?.realname ?? '';
    const isSure = await confirm({
      title:
        count === 1
          ? t('people.takeOut.one', { name, department: department.departName })
          : t('people.takeOut.many', { count, department: department.departName }),
      body: t('people.takeOut.body'),
      verb: t('people.takeOut.verb', { count }),
      danger: true,
    });
    if (!isSure) return;
    await call(people.takeOutMany, { depId: id, userIds: list.map((person) => person.id) })
      .then(() => toast.success(t('people.takeOut.done', { count })))
      .catch(() => undefined);
    setChosen(new Set());
    await refresh();
  };
  const setManager = async ({ id: userId, realname }: DepartmentPerson, isManager: boolean) => {
    await call(people.setManager, { depId: id, userId, isManager })
      .then(() => toast.success(t(isManager ? 'people.manager.set' : 'people.manager.unset', { name: realname })))
      .catch(() => undefined);
    await refresh();
  };
  const add = mayLead && mayFind && (
    <Button icon="plus" onClick={() => setAdding(true)}>
      {t('people.addPeople.button')}
    </Button>
  );
  return (
    <>
      <Loaded query={query} skeleton={<Skeleton height={240} />}>
        {({ records, total }) =>
          total === 0 ? (
            <Empty icon="users" title={t('people.none')} action={add}>
              {add && t('people.noneText')}
            </Empty>
          ) : (
            <>
              <div className="department-people-bar">
                {add}
                {chosen.size > 0 && (
                  <Button onClick={() => void takeOut(records.filter((person) => chosen.has(person.id)))}>
                    {t('people.takeOut.verb', { count: chosen.size })}
                  </Button>
                )}
              </div>
              <ul className="department-people">
                {records.map((person) => (
                  <Person
                    key={person.id}
                    person={person}
                    {...{ mayLead, mayEdit }}
                    isChosen={chosen.has(person.id)}
                    onChoose={(is) => choose(person.id, is)}
                    onTakeOut={() => void takeOut([person])}
                    onManager={(is) => void setManager(person, is)}
                  />
                ))}
              </ul>
              {total > records.length && (
                <Pagination
                  {...{ page, size, total }}
                  onPage={(next) => {
                    setChosen(new Set());
                    setPage(next);
                  }}
                  onSize={(next) => {
                    setPage(1);
                    setSize(next);
                  }}
                />
              )}
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <AddPeopleDialog
          department={department}
          onSaved={(count) => {
            toast.success(t('people.addPeople.done', { count }));
            void refresh();
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

interface PersonProps {
  person: DepartmentPerson;
  mayLead: boolean;
  mayEdit: boolean;
  isChosen: boolean;
  onChoose: (is: boolean) => void;
  onTakeOut: () => void;
  onManager: (is: boolean) => void;
}

/** Who belongs to a department below is shown with it, and taken out there. */
function Person({ person, mayLead, mayEdit, isChosen, onChoose, onTakeOut, onManager }: PersonProps) {
  const { t } = useTranslation('departments');
  const own = useSession((session) => session.user?.id);
  const { id, realname, username, avatar, orgCodeTxt, isHere, isManager } = person;
  const reason = isHere ? undefined : t('people.below', { departments: orgCodeTxt });
  return (
    <li>
      {mayLead && (
        <input
          type="checkbox"
          aria-label={t('people.choose', { name: realname })}
          checked={isChosen}
          disabled={!isHere}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <Avatar name={realname} src={portraitAddress(avatar)} size={32} />
      <div className="department-person">
        <span>
          {realname}
          {id === own && <small>{t('people.you')}</small>}
          {isManager && <Tag tone="info">{t('people.manager.tag')}</Tag>}
        </span>
        <small>{[username, shownWorkNo(person), orgCodeTxt].filter(Boolean).join(' · ')}</small>
      </div>
      {mayLead && (
        <MenuButton
          label={t('people.actions', { name: realname })}
          iconOnly
          small
          entries={[
            ...(mayEdit
              ? [
                  {
                    ...{ key: 'manager', icon: 'users' as const },
                    label: t(isManager ? 'people.manager.end' : 'people.manager.make'),
                    onSelect: () => onManager(!isManager),
                  },
                ]
              : []),
            {
              ...{ key: 'remove', icon: 'trash' as const, danger: true, label: t('people.takeOut.verb', { count: 1 }) },
              ...(reason === undefined ? {} : { disabled: true, reason }),
              onSelect: onTakeOut,
            },
          ]}
        />
      )}
    </li>
  );
}
