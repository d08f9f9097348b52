import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { DICTIONARY_PAGE_SIZE } from '#system/dictionaries/contract/dictionary.ts';
import { type ChosenUser, userEndpoints } from '#system/users/contract/endpoints.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { type LoadPage, PickerList } from '#ui/picker/picker-list.tsx';
import { Tree } from '#ui/tree/tree.tsx';
import { type BoxProps, Picker } from './picker.tsx';
import { useDepartments } from './use-departments.ts';
import { usePicking } from './use-picking.ts';

export interface UserPickerProps extends BoxProps {
  store?: 'username' | 'id';
}

/** The names of people by what of them is stored. */
export function useUserNames(value: string, store: 'username' | 'id'): ReadonlyMap<string, string> {
  const isAllowed = useCan(userEndpoints.users);
  const { data } = useQuery({
    queryKey: ['people', 'chosen', store, value],
    enabled: isAllowed && value !== '',
    staleTime: 300_000,
    queryFn: ({ signal }) => call(userEndpoints.chosenUsers, { [store]: value }, { signal }),
  });
  return new Map(data?.map((user) => [user[store], user.realname]));
}

/** People of the tenant: by department, or by a part of the name. */
export function UserPicker(props: UserPickerProps) {
  const { value, isMulti = false, store = 'username', label } = props;
  const { t } = useTranslation('pickers');
  const isAllowed = useCan(userEndpoints.users);
  const departments = useDepartments('id');
  const [departId, setDepartId] = useState<string>();
  const picking = usePicking(props, useUserNames(value, store));

  const load = useCallback<LoadPage>(
    async (word, pageNo, signal) => {
      const page = await call(
        userEndpoints.users,
        {
          pageNo,
          pageSize: DICTIONARY_PAGE_SIZE,
          ...(word === '' ? {} : { realname: `*${word}*` }),
          ...(departId === undefined ? {} : { departId }),
        },
        { signal, notices: 'none' },
      );
      return { pages: page.pages, options: page.records.map((user) => toOption(user, store)) };
    },
    [departId, store],
  );

  return (
    <Picker {...props} width={departments.isAllowed ? 860 : 520} isAllowed={isAllowed} picking={picking}>
      <PickerList
        label={label}
        load={load}
        chosen={picking.draft}
        isMulti={isMulti}
        onToggle={picking.toggle}
        beside={
          departments.isAllowed && (
            <Tree
              label={t('department')}
              nodes={departments.tree}
              chosen={new Set(departId === undefined ? [] : [departId])}
              onChoose={(key) => setDepartId((now) => (now === key ? undefined : key))}
            />
          )
        }
      />
    </Picker>
  );
}

const toOption = (user: ChosenUser, store: 'username' | 'id') => ({
  value: user[store],
  label: user.realname,
  hint: [user.username, user.orgCodeTxt].filter(Boolean).join(' · '),
});
