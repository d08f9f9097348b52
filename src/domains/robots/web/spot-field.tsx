import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findSpotOptions } from '#domains/spots/web/choices/index.ts';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { SearchSelect, type SearchSelectProps } from '#ui/select/search-select.tsx';

/** The name of a spot; its id until the name is loaded. */
function useSpotName(id: string): string {
  const { data } = useQuery({
    queryKey: ['spots', 'name', id],
    enabled: id !== '',
    staleTime: 300_000,
    queryFn: ({ signal }) => findSpotOptions.find(id, signal),
  });
  return data ?? id;
}

const SpotName = ({ id }: { id: string }) => useSpotName(id);

interface SpotSearchProps extends Pick<SearchSelectProps, 'attributes' | 'label'> {
  /** Empty where none is chosen. */
  value: string;
  onChange: (id: string | undefined) => void;
  placeholder?: string;
}

/** One of the spots that the user may see, however many there are: found by name or address. */
export function SpotSearch({ value, onChange, ...rest }: SpotSearchProps) {
  const text = useSpotName(value);
  return (
    <SearchSelect
      {...rest}
      value={value}
      text={text}
      recentAs="spots"
      search={findSpotOptions.search}
      onChoose={(option) => onChange(option?.value)}
    />
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The same in a form. */
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
