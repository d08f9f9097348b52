import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../fields/field-frame.tsx';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { PicturePreview } from '../image-field/image-picker.tsx';
import { ImageList, type ImageListProps } from './image-list.tsx';

export interface ImageListFieldProps extends FieldProps, Pick<ImageListProps, 'kind' | 'shownAt' | 'max'> {}

/** Several pictures in a form, in an order; the value is a list of the paths that the record keeps. */
export function ImageListField({ kind, shownAt, max, ...props }: ImageListFieldProps) {
  const { t } = useTranslation('ui');
  const field = useField({ ...props, isChoice: true }, undefined, (paths) =>
    pathsIn(paths).map((path) => (
      <PicturePreview key={path} value={path} label={field.label} shownAt={shownAt} isRound={false} />
    )),
  );
  const { id, disabled, 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = field.attributes;
  return (
    <fieldset className="field" disabled={disabled}>
      <legend className="field-label">
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </legend>
      <ImageList
        kind={kind}
        shownAt={shownAt}
        max={max}
        id={id}
        disabled={disabled}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        label={field.label}
        values={pathsIn(field.value)}
        onChange={field.set}
      />
      <FieldNotes field={field} />
    </fieldset>
  );
}

const pathsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
