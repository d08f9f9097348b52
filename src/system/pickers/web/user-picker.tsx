import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { type ChosenUser, peopleEndpoints } from '#system/access/contract/people.ts';
import { DICTIONARY_PAGE_SIZE } from '#system/dictionaries/contract/dictionary.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { PickerBox, type PickerBoxProps } from '#ui/picker/picker-box.tsx';
import { PickerDialog } from '#ui/picker/picker-dialog.tsx';
import { type LoadPage, PickerList } from '#ui/picker/picker-list.tsx';
import { Tree } from '#ui/tree/tree.tsx';
import { useDepartments } from './use-departments.ts';
import { type PickerProps, usePicking, valuesIn } from './use-picking.ts';

export interface UserPickerProps extends PickerProps, Pick<PickerBoxProps, 'attributes' | 'label'> {
  store?: 'username' | 'id';
}

/** People of the tenant: by department, or by a part of the name. */
export function UserPicker(props: UserPickerProps) {
  const { value, onChange, isMulti = false, store = 'username', attributes, label } = props;
  const { t } = useTranslation('pickers');
  const isAllowed = useCan(peopleEndpoints.users);
  const departments = useDepartments('id');
  const [departId, setDepartId] = useState<string>();
  const { data } = useQuery({
    queryKey: ['people', 'chosen', store, value],
    enabled: isAllowed && value !== '',
    staleTime: 300_000,
    queryFn: ({ signal }) => call(peopleEndpoints.chosenUsers, { [store]: value }, { signal }),
  });
  const nameOf = new Map(data?.map((user) => [user[store], user.realname]));
  const chosen = valuesIn(value).map((one) => ({ value: one, label: nameOf.get(one) ?? one }));
  const picking = usePicking(chosen, isMulti, onChange);

  const load = useCallback<LoadPage>(
    async (word, pageNo, signal) => {
      const page = await call(
        peopleEndpoints.users,
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
    <>
      <PickerBox
        attributes={{ ...attributes, disabled: attributes.disabled || !isAllowed }}
        label={label}
        chosen={chosen}
        onRemove={picking.remove}
        onOpen={picking.open}
      />
      {picking.isOpen && (
        <PickerDialog
          title={t('user')}
          width={departments.isAllowed ? 860 : 520}
          count={isMulti ? picking.draft.length : undefined}
          onDone={picking.done}
          onClose={picking.close}
        >
          <div className={departments.isAllowed ? 'picker-columns' : undefined}>
            {departments.isAllowed && (
              <div className="picker-tree">
                <Tree
                  label={t('department')}
                  nodes={departments.tree}
                  chosen={new Set(departId === undefined ? [] : [departId])}
                  onChoose={(key) => setDepartId((now) => (now === key ? undefined : key))}
                />
              </div>
            )}
            <PickerList label={label} load={load} chosen={picking.draft} isMulti={isMulti} onToggle={picking.toggle} />
          </div>
        </PickerDialog>
      )}
    </>
  );
}

const toOption = (user: ChosenUser, store: 'username' | 'id') => ({
  value: user[store],
  label: user.realname,
  hint: [user.username, user.orgCodeTxt].filter(Boolean).join(' · '),
});
