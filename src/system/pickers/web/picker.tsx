import type { ReactNode } from 'react';
import { PickerBox, type PickerBoxProps } from '#ui/picker/picker-box.tsx';
import { PickerDialog } from '#ui/picker/picker-dialog.tsx';
import type { PickerProps, Picking } from './use-picking.ts';

/** What every picker is given. */
export type BoxProps = PickerProps & Pick<PickerBoxProps, 'attributes' | 'label'>;

interface PickerFrameProps extends Pick<BoxProps, 'attributes' | 'label' | 'isMulti'> {
  width?: number;
  /** Who may not read what there is to choose sees what is chosen and cannot change it. */
  isAllowed: boolean;
  picking: Picking;
  /** What there is to choose. */
  children: ReactNode;
}

/** The box with what is chosen, and the dialog in which it is chosen. */
export function Picker({ attributes, label, isMulti, width, isAllowed, picking, children }: PickerFrameProps) {
  return (
    <>
      <PickerBox
        attributes={{ ...attributes, disabled: attributes.disabled || !isAllowed }}
        label={label}
        chosen={picking.chosen}
        onRemove={picking.remove}
        onOpen={picking.open}
      />
      {picking.isOpen && (
        <PickerDialog
          title={label}
          {...(width === undefined ? {} : { width })}
          count={isMulti ? picking.draft.length : undefined}
          onDone={picking.done}
          onClose={picking.close}
        >
          {children}
        </PickerDialog>
      )}
    </>
  );
}
