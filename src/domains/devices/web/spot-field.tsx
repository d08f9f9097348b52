import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { spotEndpoints } from '#domains/spots/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { SelectField } from '#ui/fields/select-field.tsx';

/** The spots that the user may see, as a choice. */
export function SpotField({ name }: { name: string }) {
  const { t } = useTranslation('devices');
  const { data } = useQuery({
    queryKey: ['spots', 'choices'],
    queryFn: ({ signal }) => call(spotEndpoints.list, { pageSize: 200 }, { signal, notices: 'none' }),
  });
  return (
    <SelectField
      name={name}
      label={t('field.spotName')}
      options={(data?.records ?? []).map((spot) => ({ value: spot.id, label: spot.name }))}
    />
  );
}
