import { FieldFrame } from '../fields/field-frame.tsx';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { ImagePicker, type ImagePickerProps, PicturePreview } from './image-picker.tsx';

export interface ImageFieldProps extends FieldProps, Pick<ImagePickerProps, 'kind' | 'shownAt' | 'isRound'> {}

/** A picture in a form; its value is the path that the record keeps, empty where there is none. */
export function ImageField({ kind, shownAt, isRound = false, ...props }: ImageFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, (path) => (
    <PicturePreview value={String(path)} label={field.label} shownAt={shownAt} isRound={isRound} />
  ));
  const { id, disabled } = field.attributes;
  return (
    <FieldFrame field={field}>
      <ImagePicker
        kind={kind}
        shownAt={shownAt}
        isRound={isRound}
        id={id}
        disabled={disabled}
        aria-invalid={field.attributes['aria-invalid']}
        aria-describedby={field.attributes['aria-describedby']}
        label={field.label}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={field.set}
      />
    </FieldFrame>
  );
}
