import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tree } from '#ui/tree/tree.tsx';
import { type BoxProps, Picker } from './picker.tsx';
import { type DepartmentKey, useDepartments } from './use-departments.ts';
import { usePicking } from './use-picking.ts';

export interface DepartmentPickerProps extends BoxProps {
  store?: DepartmentKey;
}

/** A department out of the tenant's tree, or several. */
export function DepartmentPicker(props: DepartmentPickerProps) {
  const { isMulti = false, store = 'id', label } = props;
  const { t } = useTranslation('pickers');
  const { t: tUi } = useTranslation('ui');
  const { isAllowed, tree, nameOf } = useDepartments(store);
  const [sought, setSought] = useState('');
  const picking = usePicking(props, nameOf);
  return (
    <Picker {...props} isAllowed={isAllowed} picking={picking}>
      <div className="picker-tree">
        <input
          type="search"
          aria-label={tUi('filter.searchIn', { label })}
          placeholder={tUi('filter.searchIn', { label })}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <Tree
          label={t('department')}
          nodes={tree}
          sought={sought}
          isMulti={isMulti}
          chosen={new Set(picking.draft.map((one) => one.value))}
          onChoose={(key) => picking.toggle({ value: key, label: nameOf.get(key) ?? key })}
        />
      </div>
    </Picker>
  );
}
