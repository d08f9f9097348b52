import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PickerBox, type PickerBoxProps } from '#ui/picker/picker-box.tsx';
import { PickerDialog } from '#ui/picker/picker-dialog.tsx';
import { Tree } from '#ui/tree/tree.tsx';
import { type DepartmentKey, useDepartments } from './use-departments.ts';
import { type PickerProps, usePicking, valuesIn } from './use-picking.ts';

export interface DepartmentPickerProps extends PickerProps, Pick<PickerBoxProps, 'attributes' | 'label'> {
  store?: DepartmentKey;
}

/** A department out of the tenant's tree, or several. */
export function DepartmentPicker(props: DepartmentPickerProps) {
  const { value, onChange, isMulti = false, store = 'id', attributes, label } = props;
  const { t } = useTranslation('pickers');
  const { t: tUi } = useTranslation('ui');
  const { isAllowed, tree, nameOf } = useDepartments(store);
  const [sought, setSought] = useState('');
  const chosen = valuesIn(value).map((one) => ({ value: one, label: nameOf.get(one) ?? one }));
  const picking = usePicking(chosen, isMulti, onChange);
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
          title={t('department')}
          count={isMulti ? picking.draft.length : undefined}
          onDone={picking.done}
          onClose={picking.close}
        >
          <div className="picker-tree">
            <input
              type="search"
              aria-label={tUi('filter.searchIn', { label })}
              placeholder={tUi('filter.type')}
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
        </PickerDialog>
      )}
    </>
  );
}
