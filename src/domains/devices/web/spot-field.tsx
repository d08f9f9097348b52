import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { spotEndpoints } from '#domains/spots/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { SelectField } from '#ui/fields/select-field.tsx';

const MOST = 200;

/** The spots that the user may see. */
export function useSpotChoices(): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: ['spots', 'choices'],
    queryFn: ({ signal }) => call(spotEndpoints.list, { pageSize: MOST }, { signal, notices: 'none' }),
  });
  return (data?.records ?? []).map((spot) => ({ value: spot.id, label: spot.name }));
}

/** One of them, in a form. */
export function SpotField({ name }: { name: string }) {
  const { t } = useTranslation('devices');
  return <SelectField name={name} label={t('field.spotName')} options={useSpotChoices()} />;
}
