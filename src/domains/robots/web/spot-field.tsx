import { useTranslation } from 'react-i18next';
import { SpotName, SpotSearch } from '#domains/spots/web/choices/index.ts';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One of the spots that the user may see, in a form. */
export function SpotField({ name }: { name: string }) {
  const { t } = useTranslation('robots');
  const field = useField({ name, label: t('field.spotName'), isChoice: true }, undefined, (value) => (
    <SpotName id={asText(value)} />
  ));
  return (
    <FieldFrame field={field}>
      <SpotSearch attributes={field.attributes} label={field.label} value={asText(field.value)} onChange={field.set} />
    </FieldFrame>
  );
}
