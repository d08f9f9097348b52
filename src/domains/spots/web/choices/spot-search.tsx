import { useQuery } from '@tanstack/react-query';
import { SearchSelect, type SearchSelectProps } from '#ui/select/search-select.tsx';
import { findSpotOptions } from './find-spot-options.ts';

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

export const SpotName = ({ id }: { id: string }) => useSpotName(id);

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
